-- Deletes the entries of logs and the revoked keys that are due.
select forget_logs()
