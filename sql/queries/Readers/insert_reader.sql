-- A new reader.
-- $1 name, $2 SHA-256 of its key, $3 anyone, person or badges, $4 the person, $5 office, $6 desks text[]
insert into reader (name, key_hash, scope, person_id, office_id, desks)
values ($1::text, $2::bytea, $3::text, $4::bigint, $5::bigint, $6::text[])
returning id
