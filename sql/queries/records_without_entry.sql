-- The first record that stands in the log but not in the ledger, from a number on.
-- $1 number
select event.seq, event.id
  from event left join ledger on ledger.record_id = event.id
 where event.seq >= $1::bigint and ledger.seq is distinct from event.seq
 order by event.seq limit 1
