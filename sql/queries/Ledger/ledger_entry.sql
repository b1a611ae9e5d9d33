-- The hash of one entry.
-- $1 number
select entry_hash from ledger where seq = $1::bigint
