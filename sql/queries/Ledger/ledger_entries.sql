-- A page of ledger entries without their records, ordered by number. previous_hash is null for the first entry.
-- :after  the last number of the previous page   :limit
select record.seq, earlier.entry_hash as previous_hash, record.entry_hash, record.type, record.id, record.received_at,
       record.time_commit, record.place_commit
  from log_record as record
  left join log_record as earlier on earlier.seq = record.seq - 1
 where record.seq > :after::bigint order by record.seq limit :limit::bigint
