-- Locks the log for writing until the end of the transaction. One row: the number of the latest record, the version of the
-- roster (people, desks, offices), and the hash of the latest ledger entry.
select seq, roster, hash from log_head for update
