-- Adds a team.
-- :office  :name
insert into team (office_id, name) values (:office::bigint, :name::text) returning id
