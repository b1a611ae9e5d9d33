-- A link that signs a person in once.
-- $1 SHA-256 of its token, $2 person, $3 expires at, $4 author; null: a command, $5 the session that shows it or null
insert into sign_in_link (token_hash, person_id, expires_at, author_id, session_id)
values ($1::bytea, $2::bigint, $3::timestamptz, $4::bigint, $5::bigint)
