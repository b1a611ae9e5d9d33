-- The reader that has this key.
-- $1 SHA-256 of the key
select id, name from reader where key_hash = $1::bytea and revoked_at is null
