-- Revokes a provisioner's key.
-- No row: the provisioner is unknown or already revoked.
-- :now  :name
update provisioner set revoked_at = :now::timestamptz where name = :name::text and revoked_at is null returning id
