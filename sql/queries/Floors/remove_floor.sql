-- Deletes a floor. Its desks and rooms must be deleted before.
-- :floor
delete from floor where id = :floor::bigint
