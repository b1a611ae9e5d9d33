-- Rooms on a floor.
-- $1 office, $2 floor, $3 names text[], $4 x int[], $5 y int[], $6 widths int[], $7 heights int[]
insert into room (office_id, floor, name, x, y, width, height)
select $1::bigint, $2::text, * from unnest($3::text[], $4::int[], $5::int[], $6::int[], $7::int[])
