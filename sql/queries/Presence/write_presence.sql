-- Replaces the presence of people.
-- Arrays, one element per person:
-- :people bigint[]  :states text[]  :session_starts timestamptz[]  :deadlines timestamptz[]
-- the claimed desk: :offices bigint[]  :desks text[]  :start_ids uuid[]  :start_instants timestamptz[]
--   :desk_since timestamptz[]
-- the latest tap: :latest_instants timestamptz[]  :latest_ranks smallint[]  :latest_ids uuid[]
insert into presence (person_id, state, session_start, deadline, office_id, desk, start_id, start_at, desk_since,
                      latest_at, latest_rank, latest_id)
select one.*
  from unnest(:people::bigint[], :states::text[], :session_starts::timestamptz[], :deadlines::timestamptz[],
              :offices::bigint[], :desks::text[], :start_ids::uuid[], :start_instants::timestamptz[],
              :desk_since::timestamptz[], :latest_instants::timestamptz[], :latest_ranks::smallint[],
              :latest_ids::uuid[]) as one
    on conflict (person_id) do update
   set state = excluded.state, session_start = excluded.session_start, deadline = excluded.deadline,
       office_id = excluded.office_id, desk = excluded.desk, start_id = excluded.start_id, start_at = excluded.start_at,
       desk_since = excluded.desk_since, latest_at = excluded.latest_at, latest_rank = excluded.latest_rank,
       latest_id = excluded.latest_id
