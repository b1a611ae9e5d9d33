-- The hash of a ledger entry. No row: the ledger has no such entry.
-- :seq
select entry_hash from ledger where seq = :seq::bigint
