-- A new floor, the last of its office.
-- $1 office, $2 name, $3 width, $4 height, $5 who adds it, $6 when
insert into floor (office_id, name, position, width, height, changed_by, changed_at)
select $1::bigint, $2::text, coalesce((select max(position) + 1 from floor where office_id = $1::bigint), 0), $3::int, $4::int,
       $5::bigint, $6::timestamptz
returning id
