-- Adds desks of the default size to a floor. The arrays have one element per desk.
-- :office      :floor_name      :ids      :x      :y
insert into desk (office_id, floor, id, x, y)
select :office::bigint, :floor_name::text, * from unnest(:ids::text[], :x::int[], :y::int[])
