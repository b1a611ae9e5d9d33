-- Deletes the entries of logs and the revoked keys that are due.
-- Writes.
select forget_logs()
