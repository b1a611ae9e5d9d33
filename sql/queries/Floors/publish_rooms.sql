-- Adds rooms and areas to a floor. An area has no walls. The arrays have one element per room.
-- :office      :floor_name      :names      :x      :y      :widths      :heights      :are_areas
insert into room (office_id, floor, name, x, y, width, height, is_area)
select :office::bigint, :floor_name::text, *
  from unnest(:names::text[], :x::int[], :y::int[], :widths::int[], :heights::int[], :are_areas::bool[])
