-- The display with this key.
-- No row: the key is unknown, or the display is revoked.
-- :key_hash  SHA-256 of the key
select id, name, office_id, floor from display where key_hash = :key_hash::bytea and revoked_at is null
