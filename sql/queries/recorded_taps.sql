-- What is recorded under these ids.
-- $1 ids, uuid[]
select event.id, person.user_name, event.kind, event.at, event_place.desk
  from event
  join person on person.id = event.person_id
  left join event_place on event_place.event_id = event.id
 where event.id = any($1::uuid[])
