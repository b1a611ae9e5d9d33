-- The first and the last instant that any event has or ever had, null where there is none, and how many people there are.
select min(least(event.first, correction.first)), max(greatest(event.last, correction.last)), (select count(*) from person)
  from office
 cross join lateral (
     select min(at) as first, max(at) as last from event where event.office_id = office.id
 ) as event
 cross join (
     select min(new_at) as first, max(new_at) as last from correction where new_at is not null
 ) as correction
