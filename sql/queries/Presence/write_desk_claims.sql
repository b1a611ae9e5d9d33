-- Writes the latest start at desks of these names, and none where there is none.
-- $1 names, text[]; the desks that have one: $2 offices bigint[], $3 desks text[], $4 people bigint[], $5 start ids uuid[],
-- $6 start instants timestamptz[]
with gone as (
    delete from desk_claim
     where desk = any($1::text[]) and (office_id, desk) not in (select * from unnest($2::bigint[], $3::text[]))
)
insert into desk_claim (office_id, desk, person_id, start_id, start_at)
select one.* from unnest($2::bigint[], $3::text[], $4::bigint[], $5::uuid[], $6::timestamptz[]) as one
    on conflict (office_id, desk) do update
   set person_id = excluded.person_id, start_id = excluded.start_id, start_at = excluded.start_at
