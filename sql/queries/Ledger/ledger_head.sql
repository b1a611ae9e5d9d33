-- The log's latest record, the hash of the latest ledger entry and its instant, which is null if the ledger is empty.
-- Always one row.
select log_head.seq, log_head.hash, ledger.accepted_at
  from log_head left join ledger on ledger.entry_hash = log_head.hash
