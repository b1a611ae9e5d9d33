-- Deletes the desks of a floor that are not in a list. Records made at them stay.
-- :office      :floor_name      :remaining  ids of the desks that stay
delete from desk where office_id = :office::bigint and floor = :floor_name::text and id <> all(:remaining::text[])
