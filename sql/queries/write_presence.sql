-- Writes people's presence.
-- $1 people bigint[], $2 states text[], $3 session starts timestamptz[], $4 deadlines timestamptz[], $5 offices bigint[],
-- $6 desks text[], $7 start ids uuid[], $8 start instants timestamptz[], $9 desk since timestamptz[],
-- $10 latest at timestamptz[], $11 latest rank smallint[], $12 latest ids uuid[]
update presence
   set state = new.state, session_start = new.session_start, deadline = new.deadline, office_id = new.office_id,
       desk = new.desk, start_id = new.start_id, start_at = new.start_at, desk_since = new.desk_since,
       latest_at = new.latest_at, latest_rank = new.latest_rank, latest_id = new.latest_id
  from unnest($1::bigint[], $2::text[], $3::timestamptz[], $4::timestamptz[], $5::bigint[], $6::text[], $7::uuid[],
              $8::timestamptz[], $9::timestamptz[], $10::timestamptz[], $11::smallint[], $12::uuid[])
       as new (person_id, state, session_start, deadline, office_id, desk, start_id, start_at, desk_since, latest_at,
               latest_rank, latest_id)
 where presence.person_id = new.person_id
