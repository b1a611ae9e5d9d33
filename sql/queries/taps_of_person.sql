-- A person's log as far as it counts.
-- $1 person
select event.id, person.user_name, event.kind, event.at, event_place.desk, event.office_id
  from event
  join person on person.id = event.person_id
  left join event_place on event_place.event_id = event.id
 where event.person_id = $1::bigint and event.quarantine is null
 order by event.at
