-- A person's tap with the start requirements of its desk, or else of its office, the state of its desk, and whether it is one of
-- the person's first three.
-- No row: the id is unknown, or the tap is another person's.
-- :id   :person
select event.kind, event.at, place.desk, event.office_id, event.quarantine,
       array_to_string(office.required_networks, ',') as required_networks, office.reader_suffices, office.required_proof,
       office.requires_signature, signing_desk.desk is not null as is_signing_desk, place.flag,
       office.name as office_name, desk.out_of_service,
       not exists (select from event as earlier
                    where earlier.person_id = event.person_id and (earlier.at, earlier.seq) < (event.at, event.seq)
                   offset 2) as is_among_first
  from event
  join office on office.id = event.office_id
  left join log_place as place on place.seq = event.seq
  left join desk on desk.office_id = event.office_id and desk.id = place.desk
  left join signing_desk on signing_desk.office_id = event.office_id and signing_desk.desk = place.desk
 where event.id = :id::uuid and event.person_id = :person::bigint
