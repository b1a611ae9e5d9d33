-- Revokes a reader's keys.
-- No row: the reader is unknown or already revoked.
-- :name
update reader set revoked_at = now() where name = :name::text and revoked_at is null returning id
