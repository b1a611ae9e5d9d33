-- A key with which somebody's programs come as them.
-- $1 person, $2 SHA-256 of the key, $3 now
insert into person_key (person_id, key_hash, made_at) values ($1::bigint, $2::bytea, $3::timestamptz)
