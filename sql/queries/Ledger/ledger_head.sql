-- The log's latest record, the hash of its ledger entry and its instant, which is null if the log is empty. Always one row.
select log_head.seq, log_head.hash, record.received_at
  from log_head left join log_record as record on record.seq = log_head.seq
