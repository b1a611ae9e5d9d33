-- Notes that a session's new token has come to its owner: the one before ends.
-- $1 session, $2 SHA-256 of the new token, $3 when the one before ends
update sign_in_session set previous_until = $3::timestamptz
 where id = $1::bigint and token_hash = $2::bytea and previous_hash is not null and previous_until is null
