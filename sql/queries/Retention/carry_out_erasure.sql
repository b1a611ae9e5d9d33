-- Deletes what an erasure lists.
-- $1 erasure
-- Writes.
select carry_out_erasure($1::uuid)
