-- Adds desks of the default size to floors. The arrays have one element per desk.
-- :offices      :floors      :ids      :x      :y
insert into desk (office_id, floor, id, x, y)
select * from unnest(:offices::bigint[], :floors::text[], :ids::text[], :x::int[], :y::int[])
