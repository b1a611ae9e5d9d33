-- Says who somebody is at a provider.
-- $1 issuer, $2 subject, $3 person, $4 now
insert into identity (issuer, subject, person_id, linked_at) values ($1::text, $2::text, $3::bigint, $4::timestamptz)
