-- The latest start at each desk of these names that nobody corrected.
-- $1 desks, text[]
select distinct on (event.office_id, event_place.desk)
       event.office_id, event_place.desk, event.person_id, event.at, event.id
  from event_place
 -- One look at the index for each tap at the desk, as for starts_at_desks.
 cross join lateral (
     select * from event
      where event.id = event_place.event_id and event.kind = 'start' and event.quarantine is null
        and not exists (select from correction where correction.target_id = event.id)
     offset 0
 ) as event
 where event_place.desk = any($1::text[])
 order by event.office_id, event_place.desk, event.at desc, event.id desc
