-- Ends the session that has a token, its own or the one before.
-- $1 SHA-256 of the token, $2 now
update sign_in_session set ended_at = $2::timestamptz
 where (token_hash = $1::bytea or previous_hash = $1::bytea) and ended_at is null
returning id
