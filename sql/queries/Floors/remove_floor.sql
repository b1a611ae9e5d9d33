-- A floor on which nothing is left.
-- $1 floor
delete from floor where id = $1::bigint
