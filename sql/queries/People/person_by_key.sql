-- The current employee who owns this API key, what the key is for, and when it expires (null: never).
-- No row: the key is unknown, expired or revoked, or the person has left.
-- :key_hash  SHA-256 of the key      :now
select person.id, person.user_name, person.display_name, person.role, person.office_id, hr_offices(person),
       person_key.use, person_key.expires_at
  from person_key join person on person.id = person_key.person_id
 where person_key.key_hash = :key_hash::bytea and person_key.revoked_at is null and person.left_at is null
   and (person_key.expires_at is null or person_key.expires_at > :now::timestamptz)
