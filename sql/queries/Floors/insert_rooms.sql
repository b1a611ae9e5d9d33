-- Adds rooms to a floor. The arrays have one element per room.
-- :office      :floor_name      :names      :x      :y      :widths      :heights
insert into room (office_id, floor, name, x, y, width, height)
select :office::bigint, :floor_name::text, *
  from unnest(:names::text[], :x::int[], :y::int[], :widths::int[], :heights::int[])
