-- Gives a session another token; no row where another request did so meanwhile, or it is over.
-- $1 session, $2 SHA-256 of the token it was asked with, $3 SHA-256 of the new one, $4 when the latest was made, $5 now
update sign_in_session set token_hash = $3::bytea, previous_hash = $2::bytea, previous_until = null, rotated_at = $5::timestamptz
 where id = $1::bigint and rotated_at = $4::timestamptz and ended_at is null
   and (token_hash = $2::bytea or previous_hash = $2::bytea and previous_until is null)
returning id
