-- The number of the log's latest record.
select seq from log_head
