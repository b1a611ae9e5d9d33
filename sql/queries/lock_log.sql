-- Locks the log for writing, until the transaction ends, and gives the number of its latest record and the version of the
-- roster.
select seq, roster from log_head for update
