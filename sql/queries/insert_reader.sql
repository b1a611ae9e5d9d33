-- A new reader.
-- $1 name, $2 SHA-256 of its key
insert into reader (name, key_hash) values ($1::text, $2::bytea) returning id
