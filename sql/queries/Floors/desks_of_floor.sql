-- The desks on a floor.
-- $1 office, $2 floor
select id, x, y, width, height, rotation, out_of_service, has_monitor, is_height_adjustable from desk
 where office_id = $1::bigint and floor = $2::text order by y, x, id
