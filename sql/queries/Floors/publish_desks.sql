-- Desks on a floor, each new or as it is now.
-- $1 office, $2 floor, $3 ids text[], $4 x int[], $5 y int[], $6 widths int[], $7 heights int[], $8 rotations int[],
-- $9 why each is out of service, text[], $10 monitors bool[], $11 height-adjustable ones bool[]
insert into desk (office_id, floor, id, x, y, width, height, rotation, out_of_service, has_monitor, is_height_adjustable)
select $1::bigint, $2::text, *
  from unnest($3::text[], $4::int[], $5::int[], $6::int[], $7::int[], $8::int[], $9::text[], $10::bool[], $11::bool[])
    on conflict (office_id, id) do update
   set x = excluded.x, y = excluded.y, width = excluded.width, height = excluded.height, rotation = excluded.rotation,
       out_of_service = excluded.out_of_service, has_monitor = excluded.has_monitor,
       is_height_adjustable = excluded.is_height_adjustable
 where desk.floor = excluded.floor
