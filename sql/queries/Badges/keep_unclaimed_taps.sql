-- Keeps taps by badges that are nobody's. What is kept under an id already stays as it is. The message in the write-ahead log makes
-- the commit wait for a synchronous standby also where all are kept already: after a restart of the primary they may be on none.
-- $1 ids uuid[], $2 hashes of the badges bytea[], $3 kinds text[], $4 at timestamptz[], $5 at as sent text[], $6 desks text[],
-- $7 desks as sent text[], $8 names of offices text[], $9 readers bigint[], $10 received at timestamptz[], $11 clients text[]
with mark as (select pg_logical_emit_message(true, 'desktap', '') as position)
insert into unclaimed_tap (id, badge_hash, kind, at, at_sent, desk, desk_sent, office, reader_id, received_at, client)
select * from unnest($1::uuid[], $2::bytea[], $3::text[], $4::timestamptz[], $5::text[], $6::text[], $7::text[], $8::text[],
                     $9::bigint[], $10::timestamptz[], $11::text[])
 where (select position from mark) is not null
    on conflict (id) do nothing
