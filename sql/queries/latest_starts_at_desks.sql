-- The latest start at each desk of these names that nobody corrected.
-- $1 desks, text[]
select distinct on (event.office_id, event_place.desk)
       event.office_id, event_place.desk, event.person_id, event.at, event.id
  from event_place join event on event.id = event_place.event_id
 where event_place.desk = any($1::text[]) and event.kind = 'start' and event.quarantine is null
   and not exists (select from correction where correction.target_id = event.id)
 order by event.office_id, event_place.desk, event.at desc, event.id desc
