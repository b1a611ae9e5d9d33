-- Deletes unclaimed taps that have been recorded in the log.
-- :ids
delete from unclaimed_tap where id = any(:ids::uuid[])
