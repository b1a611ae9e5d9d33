-- Replaces the latest starts at these desks, in all offices. Deletes the claims of desks that have no start.
-- :desks  all desks to replace
-- Arrays, one element per desk that has a start:
-- :claim_offices bigint[]  :claim_desks text[]  :claim_people bigint[]  :claim_start_ids uuid[]
-- :claim_instants timestamptz[]
with gone as (
    delete from desk_claim
     where desk = any(:desks::text[])
       and (office_id, desk) not in (select * from unnest(:claim_offices::bigint[], :claim_desks::text[]))
)
insert into desk_claim (office_id, desk, person_id, start_id, start_at)
select one.*
  from unnest(:claim_offices::bigint[], :claim_desks::text[], :claim_people::bigint[], :claim_start_ids::uuid[],
              :claim_instants::timestamptz[]) as one
    on conflict (office_id, desk) do update
   set person_id = excluded.person_id, start_id = excluded.start_id, start_at = excluded.start_at
