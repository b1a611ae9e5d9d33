-- Deletes all rooms of a floor.
-- :office      :floor_name
delete from room where office_id = :office::bigint and floor = :floor_name::text
