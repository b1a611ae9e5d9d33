-- A new tag in use.
-- $1 UID, $2 office, $3 desk, $4 event, $5 key number, $6 day of issue since 1970-01-01, $7 certificate, $8 now,
-- $9 the word of its address
insert into tag (uid, office_id, desk, event, key_number, issued, certificate, made_at, word)
values ($1::bytea, $2::bigint, $3::text, $4::text, $5::bigint, date '1970-01-01' + $6::int, $7::bytea, $8::timestamptz,
        $9::bytea)
returning id
