-- Lets somebody manage a team no longer.
-- $1 team, $2 person
delete from team_manager where team_id = $1::bigint and person_id = $2::bigint
