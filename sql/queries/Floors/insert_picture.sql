-- A picture, unless it is there already.
-- $1 hash, $2 type, $3 bytes, $4 width, $5 height, $6 when
insert into floor_picture (hash, type, bytes, width, height, uploaded_at)
values ($1::bytea, $2::text, $3::bytea, $4::int, $5::int, $6::timestamptz)
    on conflict (hash) do nothing
