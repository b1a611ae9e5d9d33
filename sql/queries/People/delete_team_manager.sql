-- Removes a manager of a team.
-- No row: the person does not manage the team.
-- :team  :person
delete from team_manager where team_id = :team::bigint and person_id = :person::bigint
returning (select name from team where id = team_id) as team
