-- Ends the session that has this token as its current or previous token.
-- No row: no active session has this token.
-- :token_hash  SHA-256 of the token      :now
update sign_in_session set ended_at = :now::timestamptz
 where (token_hash = :token_hash::bytea or previous_hash = :token_hash::bytea) and ended_at is null
returning id
