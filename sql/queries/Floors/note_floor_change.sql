-- Increments a floor's version and records who changed it. No row: there is no such floor.
-- :author  null: a command on the server      :now      :floor
update floor set version = version + 1, changed_by = :author::bigint, changed_at = :now::timestamptz
 where id = :floor::bigint
returning version
