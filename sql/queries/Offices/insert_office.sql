-- A new office.
-- $1 name
insert into office (name) values ($1::text) returning id
