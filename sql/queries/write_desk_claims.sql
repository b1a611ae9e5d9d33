-- Writes the latest start at desks.
-- $1 offices bigint[], $2 desks text[], $3 people bigint[], $4 start ids uuid[], $5 start instants timestamptz[]
insert into desk_claim (office_id, desk, person_id, start_id, start_at)
select * from unnest($1::bigint[], $2::text[], $3::bigint[], $4::uuid[], $5::timestamptz[])
on conflict (office_id, desk) do update
   set person_id = excluded.person_id, start_id = excluded.start_id, start_at = excluded.start_at
