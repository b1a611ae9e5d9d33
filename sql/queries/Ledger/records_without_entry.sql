-- The first record that stands in the log but not in the ledger, from a number on.
-- $1 number
select record.seq, record.id
  from (select seq, id from event union all select seq, id from correction union all select seq, id from erasure) as record
  left join ledger on ledger.record_id = record.id
 where record.seq >= $1::bigint and ledger.seq is distinct from record.seq
 order by record.seq limit 1
