-- Renames a floor. Its desks, rooms and displays follow by foreign keys.
-- :name      :floor
update floor set name = :name::text where id = :floor::bigint
