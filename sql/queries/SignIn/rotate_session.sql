-- Replaces a session's token. The token of the request stays valid as the previous token until the new one is confirmed.
-- No row: another request rotated the token meanwhile, or the session has ended.
-- :new_token_hash  SHA-256 of the new token      :token_hash  SHA-256 of the request's token      :now  :session
-- :rotated_at  when the token was last rotated
update sign_in_session set token_hash = :new_token_hash::bytea, previous_hash = :token_hash::bytea, previous_until = null,
                           rotated_at = :now::timestamptz
 where id = :session::bigint and rotated_at = :rotated_at::timestamptz and ended_at is null
   and (token_hash = :token_hash::bytea or previous_hash = :token_hash::bytea and previous_until is null)
returning id
