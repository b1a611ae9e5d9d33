-- The screen that has this key.
-- $1 SHA-256 of the key
select id, name, office_id, floor from display where key_hash = $1::bytea and revoked_at is null
