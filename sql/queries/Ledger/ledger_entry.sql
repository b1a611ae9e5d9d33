-- The hash of a ledger entry. No row: the ledger has no such entry.
-- :seq
select entry_hash from log_record where seq = :seq::bigint
