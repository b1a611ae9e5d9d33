-- A page of ledger entries without their records, ordered by number.
-- :after  the last number of the previous page   :limit
select seq, prev_hash, entry_hash, type, record_id, accepted_at, time_commit, place_commit
  from ledger where seq > :after::bigint order by seq limit :limit::bigint
