-- Desks on a floor.
-- $1 office, $2 floor, $3 ids text[], $4 x int[], $5 y int[]
insert into desk (office_id, floor, id, x, y)
select $1::bigint, $2::text, * from unnest($3::text[], $4::int[], $5::int[])
