-- A tap that a person made.
-- $1 its id, $2 person
select event.kind, event.at, event_place.desk, event.office_id, event.quarantine
  from event
  left join event_place on event_place.event_id = event.id
 where event.id = $1::uuid and event.person_id = $2::bigint
