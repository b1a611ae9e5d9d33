-- Gives a screen in use another link, in the place of any it has.
-- $1 name, $2 SHA-256 of the link's token, $3 expires at
update display set link_hash = $2::bytea, link_expires_at = $3::timestamptz
 where name = $1::text and revoked_at is null
returning id
