-- Adds a manager of a team.
-- No row: the person already manages the team.
-- :team  :person
insert into team_manager (team_id, person_id) values (:team::bigint, :person::bigint) on conflict do nothing
returning (select name from team where id = team_id) as team
