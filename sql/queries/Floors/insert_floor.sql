-- A new floor.
-- $1 office, $2 name, $3 position, $4 width, $5 height
insert into floor (office_id, name, position, width, height) values ($1::bigint, $2::text, $3::int, $4::int, $5::int)
