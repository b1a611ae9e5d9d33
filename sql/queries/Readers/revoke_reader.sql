-- Takes a reader's key back, for good.
-- $1 name
update reader set revoked_at = now() where name = $1::text and revoked_at is null returning id
