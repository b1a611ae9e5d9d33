-- Adds an API key of a person.
-- :person  :key_hash  SHA-256 of the key      :use  programs, tags      :expires_at  null: never      :now
insert into person_key (person_id, key_hash, use, expires_at, made_at)
values (:person::bigint, :key_hash::bytea, :use::text, :expires_at::timestamptz, :now::timestamptz)
