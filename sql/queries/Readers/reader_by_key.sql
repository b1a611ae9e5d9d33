-- The reader that has this key, or had it before and may still come with it.
-- $1 SHA-256 of the key, $2 now
select reader.id, reader.name, reader.scope, person.user_name, office.id, office.name, array_to_string(reader.desks, ','),
       reader.certificate_hash,
       case when reader.key_hash <> $1::bytea then reader.previous_until end
  from reader
  left join person on person.id = reader.person_id
  left join office on office.id = reader.office_id
 where (reader.key_hash = $1::bytea or reader.previous_hash = $1::bytea and $2::timestamptz < reader.previous_until)
   and reader.revoked_at is null
