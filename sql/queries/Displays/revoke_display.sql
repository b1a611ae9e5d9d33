-- Takes a screen's key back, for good.
-- $1 name
update display set revoked_at = now() where name = $1::text and revoked_at is null returning id
