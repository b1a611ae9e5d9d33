-- The first and the last instant that any event has or had (null: there is no event), and the number of people. Always one
-- row.
select min(least(event.first, correction.first)) as first_at, max(greatest(event.last, correction.last)) as last_at,
       (select count(*) from person) as people
  from office
 cross join lateral (
     select min(at) as first, max(at) as last from event where event.office_id = office.id
 ) as event
 cross join (
     select min(new_at) as first, max(new_at) as last from correction where new_at is not null
 ) as correction
