-- A picture with its size.
-- $1 hash
select type, bytes, width, height from floor_picture where hash = $1::bytea
