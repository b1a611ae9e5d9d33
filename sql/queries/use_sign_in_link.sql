-- Uses a link up; no row where it was used, has expired or never was.
-- $1 SHA-256 of its token, $2 now
update sign_in_link set used_at = $2::timestamptz
 where token_hash = $1::bytea and used_at is null and expires_at > $2::timestamptz
returning person_id
