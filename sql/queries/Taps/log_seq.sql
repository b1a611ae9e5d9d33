-- The number of the latest record in the log. Always one row.
select seq from log_head
