-- Whose link this is, where it is still good.
-- $1 SHA-256 of its token, $2 now
select id, name, office_id, floor from display
 where link_hash = $1::bytea and link_expires_at > $2::timestamptz and revoked_at is null
