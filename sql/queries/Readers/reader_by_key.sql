-- The reader with this key as its current key, or as its previous key during the overlap. previous_until is null for the
-- current key.
-- No row: the key is unknown or no longer valid, or the reader is revoked.
-- :key_hash  SHA-256 of the key      :now
select reader.id, reader.name, reader.scope, person.user_name, office.id as office_id, office.name as office_name,
       array_to_string(reader.desks, ',') as desks, reader.certificate_hash,
       case when reader.key_hash <> :key_hash::bytea then reader.previous_until end as previous_until
  from reader
  left join person on person.id = reader.person_id
  left join office on office.id = reader.office_id
 where (reader.key_hash = :key_hash::bytea
        or reader.previous_hash = :key_hash::bytea and :now::timestamptz < reader.previous_until)
   and reader.revoked_at is null
