-- Locks the log for writing, until the transaction ends, and gives the number of its latest record.
select seq from log_head for update
