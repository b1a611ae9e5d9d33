-- Writes people's presence.
-- $1 people bigint[], $2 states text[], $3 session starts timestamptz[], $4 deadlines timestamptz[], $5 offices bigint[],
-- $6 desks text[], $7 start ids uuid[], $8 start instants timestamptz[], $9 desk since timestamptz[],
-- $10 latest at timestamptz[], $11 latest ranks smallint[], $12 latest ids uuid[]
insert into presence (person_id, state, session_start, deadline, office_id, desk, start_id, start_at, desk_since,
                      latest_at, latest_rank, latest_id)
select one.*
  from unnest($1::bigint[], $2::text[], $3::timestamptz[], $4::timestamptz[], $5::bigint[], $6::text[], $7::uuid[],
              $8::timestamptz[], $9::timestamptz[], $10::timestamptz[], $11::smallint[], $12::uuid[]) as one
    on conflict (person_id) do update
   set state = excluded.state, session_start = excluded.session_start, deadline = excluded.deadline,
       office_id = excluded.office_id, desk = excluded.desk, start_id = excluded.start_id, start_at = excluded.start_at,
       desk_since = excluded.desk_since, latest_at = excluded.latest_at, latest_rank = excluded.latest_rank,
       latest_id = excluded.latest_id
