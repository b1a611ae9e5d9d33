-- Locks the log for writing, until the transaction ends, and gives the number of its latest record the version of the roster and
-- the hash of the ledger's latest entry.
select seq, roster, hash from log_head for update
