-- Gives a team another name.
-- $1 team, $2 name
update team set name = $2::text where id = $1::bigint returning id
