-- Lets somebody manage a team; to say so again changes nothing.
-- $1 team, $2 person
insert into team_manager (team_id, person_id) values ($1::bigint, $2::bigint) on conflict do nothing
