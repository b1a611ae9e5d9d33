-- Confirms that the browser received a session's new token. The previous token stops working at :previous_until.
-- :session  :token_hash  SHA-256 of the new token      :previous_until
update sign_in_session set previous_until = :previous_until::timestamptz
 where id = :session::bigint and token_hash = :token_hash::bytea and previous_hash is not null and previous_until is null
