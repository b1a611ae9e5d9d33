-- Deletes the records that an erasure lists.
-- :erasure
-- Writes.
select carry_out_erasure(:erasure::uuid)
