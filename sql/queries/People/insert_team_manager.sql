-- Lets somebody manage a team; no row where they do already.
-- $1 team, $2 person
insert into team_manager (team_id, person_id) values ($1::bigint, $2::bigint) on conflict do nothing
returning person_id
