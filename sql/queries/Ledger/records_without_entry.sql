-- The first record, from a number on, that is in the log but has no ledger entry with its number. No row: there is none.
-- :first  the number
select record.seq, record.id
  from (select seq, id from event union all select seq, id from correction union all select seq, id from erasure) as record
  left join ledger on ledger.record_id = record.id
 where record.seq >= :first::bigint and ledger.seq is distinct from record.seq
 order by record.seq limit 1
