-- A picture and its size. No row: no picture with this hash is stored.
-- :hash
select type, bytes, width, height from floor_picture where hash = :hash::bytea
