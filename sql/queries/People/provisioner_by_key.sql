-- The provisioner with this key.
-- No row: the key is unknown or revoked.
-- :key_hash  SHA-256 of the key
select id, name, office_id from provisioner where key_hash = :key_hash::bytea and revoked_at is null
