-- All readers, by name. Includes revoked readers.
select reader.id, reader.name, reader.scope, person.user_name, office.id as office_id, office.name as office_name,
       array_to_string(reader.desks, ',') as desks,
       reader.certificate_hash, reader.previous_until, reader.revoked_at, reader.last_seen_at, reader.clock_ahead_s,
       reader.waiting_taps
  from reader
  left join person on person.id = reader.person_id
  left join office on office.id = reader.office_id
 order by reader.name
