-- The current employee who owns this API key.
-- No row: the key is unknown or revoked, or the person has left.
-- :key_hash  SHA-256 of the key
select person.id, person.user_name, person.display_name, person.role, person.office_id
  from person_key join person on person.id = person_key.person_id
 where person_key.key_hash = :key_hash::bytea and person_key.revoked_at is null and person.left_at is null
