-- A person's facts as the ledger commits to them, without erased ones: the number of the record, and the JSON text and the salt of
-- each commitment. The last element of the text is the commitment of the reason. reason and reason_salt are null if there is none,
-- or it is erased.
-- :person
select entry as seq, recorded_at as received_at, salt,
       jsonb_build_array('hours', id, seq, person_id, round(extract(epoch from recorded_at) * 1000)::bigint, type, office_id,
                         valid_from, content, author_id, encode(reason_commitment, 'hex'))::text as content,
       reason, reason_salt
  from hours_fact where person_id = :person::bigint and content is not null order by hours_fact.seq
