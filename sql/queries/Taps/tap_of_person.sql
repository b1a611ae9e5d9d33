-- A tap that a person made, with what its office asks of a start, and what is known of the desk.
-- $1 its id, $2 person
select event.kind, event.at, event_place.desk, event.office_id, event.quarantine,
       array_to_string(office.required_networks, ','), office.reader_suffices, office.required_proof, office.name,
       desk.out_of_service
  from event
  join office on office.id = event.office_id
  left join event_place on event_place.event_id = event.id
  left join desk on desk.office_id = event.office_id and desk.id = event_place.desk
 where event.id = $1::uuid and event.person_id = $2::bigint
