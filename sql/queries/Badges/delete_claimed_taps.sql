-- Keeps taps no longer that the log has.
-- $1 ids uuid[]
delete from unclaimed_tap where id = any($1::uuid[])
