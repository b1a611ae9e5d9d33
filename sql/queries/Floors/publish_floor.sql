-- A floor's size, and the picture behind it.
-- $1 floor, $2 width, $3 height, $4 its picture's hash, null for none
update floor set width = $2::int, height = $3::int, picture = decode($4::text, 'hex') where id = $1::bigint
