-- Notes what was done to somebody's account.
-- $1 now, $2 author or null, $3 provisioner or null, $4 person, $5 field, $6 old or null, $7 new or null
insert into admin_log (at, author_id, provisioner_id, person_id, field, old, new)
values ($1::timestamptz, $2::bigint, $3::bigint, $4::bigint, $5::text, $6::text, $7::text)
