-- Adds or updates the desks of a floor. A desk that is on another floor stays as it is.
-- The arrays have one element per desk.
-- :office      :floor_name      :ids      :x      :y      :widths      :heights      :rotations  degrees clockwise
-- :out_of_service  the reason, null: usable      :monitors      :height_adjustable
insert into desk (office_id, floor, id, x, y, width, height, rotation, out_of_service, has_monitor, is_height_adjustable)
select :office::bigint, :floor_name::text, *
  from unnest(:ids::text[], :x::int[], :y::int[], :widths::int[], :heights::int[], :rotations::int[],
              :out_of_service::text[], :monitors::bool[], :height_adjustable::bool[])
    on conflict (office_id, id) do update
   set x = excluded.x, y = excluded.y, width = excluded.width, height = excluded.height, rotation = excluded.rotation,
       out_of_service = excluded.out_of_service, has_monitor = excluded.has_monitor,
       is_height_adjustable = excluded.is_height_adjustable
 where desk.floor = excluded.floor
