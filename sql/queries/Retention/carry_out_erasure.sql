-- Deletes the content of the records and facts of hours that an erasure lists.
-- :erasure
-- Writes.
select carry_out_erasure(:erasure::uuid)
