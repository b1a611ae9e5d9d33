-- The names of a person that the ledger has and that are not erased, oldest first: the JSON text and the salt of each commitment.
-- :person
select fact.seq, record.received_at, fact.content, fact.salt
  from ledger_fact as fact join log_record as record on record.seq = fact.seq
 where fact.subject = 'person' and fact.subject_id = :person::bigint and fact.content is not null
 order by fact.seq
