-- Adds an API key of a person.
-- :person  :key_hash  SHA-256 of the key      :now
insert into person_key (person_id, key_hash, made_at) values (:person::bigint, :key_hash::bytea, :now::timestamptz)
