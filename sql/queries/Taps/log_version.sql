-- The number of the log's latest record with the hash of its ledger entry, and the version of the roster, without a lock.
select seq, roster, hash from log_head
