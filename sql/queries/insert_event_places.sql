-- Appends where the taps were made.
-- $1 event ids uuid[], $2 desks text[], $3 desks as sent text[], $4 readers bigint[]
insert into event_place (event_id, desk, desk_sent, reader_id)
select * from unnest($1::uuid[], $2::text[], $3::text[], $4::bigint[])
