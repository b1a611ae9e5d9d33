-- Where the log stands and the hash of the ledger's latest entry; and the time of that entry, null where there is none.
select log_head.seq, log_head.hash, ledger.accepted_at
  from log_head left join ledger on ledger.entry_hash = log_head.hash
