-- Moves people into a team, or out of their teams.
-- :team  or null: no team      :people
update person set team_id = :team::bigint where id = any(:people::bigint[])
