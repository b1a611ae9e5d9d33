-- Adds a single-use sign-in link for a person.
-- :token_hash  SHA-256 of the link's token      :person  :expires_at
-- :author  or null: a command on the server      :session  the session that displays the link, or null
insert into sign_in_link (token_hash, person_id, expires_at, author_id, session_id)
values (:token_hash::bytea, :person::bigint, :expires_at::timestamptz, :author::bigint, :session::bigint)
