-- Starts at desks of these names that nobody corrected, from an instant on.
-- $1 desks, text[], $2 from
select event.office_id, event_place.desk, event.person_id, event.at, event.id
  from event_place join event on event.id = event_place.event_id
 where event_place.desk = any($1::text[]) and event.kind = 'start' and event.quarantine is null
   and event.at >= $2::timestamptz
   and not exists (select from correction where correction.target_id = event.id)
