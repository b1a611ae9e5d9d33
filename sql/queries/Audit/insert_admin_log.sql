-- Notes what was done to somebody's account.
-- $1 now, $2 author or null, $3 provisioner or null, $4 issuer or null, $5 person, $6 field, $7 old or null, $8 new or null
insert into admin_log (at, author_id, provisioner_id, issuer, person_id, field, old, new)
values ($1::timestamptz, $2::bigint, $3::bigint, $4::text, $5::bigint, $6::text, $7::text, $8::text)
