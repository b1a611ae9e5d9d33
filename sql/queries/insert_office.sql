-- A new office.
-- $1 name, $2 time zone
insert into office (name, time_zone) values ($1::text, $2::text) returning id
