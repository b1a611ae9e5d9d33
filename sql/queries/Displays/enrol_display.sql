-- Uses a link up and gives the screen its key, in the place of any it had; no row where the link is good no more.
-- $1 SHA-256 of the link's token, $2 SHA-256 of the key, $3 now
update display set link_hash = null, link_expires_at = null, key_hash = $2::bytea, enrolled_at = $3::timestamptz
 where link_hash = $1::bytea and link_expires_at > $3::timestamptz and revoked_at is null
returning id, name, office_id, floor
