-- Sets the number of the log's latest record.
-- $1 number
update log_head set seq = $1
