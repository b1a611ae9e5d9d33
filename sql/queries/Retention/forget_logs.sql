-- Deletes the log entries and revoked keys that are due. count: the number of deleted rows. Always one row.
-- Writes.
select forget_logs() as count
