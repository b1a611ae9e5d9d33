-- A new team.
-- $1 office, $2 name
insert into team (office_id, name) values ($1::bigint, $2::text) returning id
