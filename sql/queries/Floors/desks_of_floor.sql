-- The desks on a floor, from top to bottom and left to right.
-- :office      :floor_name
select id, x, y, width, height, rotation, out_of_service, has_monitor, is_height_adjustable from desk
 where office_id = :office::bigint and floor = :floor_name::text order by y, x, id
