-- Lets somebody manage no team any longer.
-- $1 person
delete from team_manager where person_id = $1::bigint
