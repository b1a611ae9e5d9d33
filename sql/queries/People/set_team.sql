-- Puts people into a team, or into none.
-- $1 people, bigint[], $2 team or null
update person set team_id = $2::bigint where id = any($1::bigint[])
