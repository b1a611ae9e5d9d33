-- Renames an office, and keeps the name that it had.
-- :name      :office
update office
   set name = :name::text, former_names = array_remove(former_names || name, :name::text)
 where id = :office::bigint
