-- Renames a team.
-- No row: the team is unknown.
-- :name  :team
update team set name = :name::text where id = :team::bigint returning id
