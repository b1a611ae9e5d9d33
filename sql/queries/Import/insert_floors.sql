-- Adds floors. The arrays have one element per floor.
-- :offices      :names      :positions  in the order of the tabs of each office      :widths      :heights
insert into floor (office_id, name, position, width, height)
select * from unnest(:offices::bigint[], :names::text[], :positions::int[], :widths::int[], :heights::int[])
