-- A new screen for a wall; no row where the office has no such floor.
-- $1 name, $2 office, $3 floor
insert into display (name, office_id, floor)
select $1::text, office_id, name from floor where office_id = $2::bigint and name = $3::text
returning id
