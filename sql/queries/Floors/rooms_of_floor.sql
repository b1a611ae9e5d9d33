-- The rooms and areas on a floor, by name.
-- :office      :floor_name
select name, x, y, width, height, is_area
  from room where office_id = :office::bigint and floor = :floor_name::text order by name
