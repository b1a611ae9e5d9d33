-- Revokes a display's key.
-- No row: the display is unknown or already revoked.
-- :name
update display set revoked_at = now() where name = :name::text and revoked_at is null returning id
