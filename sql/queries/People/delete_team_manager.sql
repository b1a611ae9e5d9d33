-- Lets somebody manage a team no longer; no row where they did not.
-- $1 team, $2 person
delete from team_manager where team_id = $1::bigint and person_id = $2::bigint
returning person_id
