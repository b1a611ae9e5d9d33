-- A link that signs a person in once.
-- $1 SHA-256 of its token, $2 person, $3 expires at
insert into sign_in_link (token_hash, person_id, expires_at) values ($1::bytea, $2::bigint, $3::timestamptz)
