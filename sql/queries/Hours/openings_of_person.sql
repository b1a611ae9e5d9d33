-- A person's facts that are not erased, as the ledger commits to them: the number of the record, and the JSON text and the salt of
-- each commitment.
-- :person
select entry as seq, recorded_at as received_at, salt,
       jsonb_build_array('hours', id, seq, type, person_id, office_id, valid_from, content, author_id, reason,
                         round(extract(epoch from recorded_at) * 1000)::bigint)::text as content
  from hours_fact where person_id = :person::bigint and content is not null order by hours_fact.seq
