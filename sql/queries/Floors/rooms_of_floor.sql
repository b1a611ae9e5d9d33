-- The rooms on a floor.
-- $1 office, $2 floor
select name, x, y, width, height, is_area from room where office_id = $1::bigint and floor = $2::text order by name
