-- Takes a provisioner's key back, for good.
-- $1 name, $2 now
update provisioner set revoked_at = $2::timestamptz where name = $1::text and revoked_at is null returning id
