-- All erasures, ordered by number, each with the digest it committed to and the digest of the records and facts listed for it.
-- A listed record of a part other than the erasure's changes the digest. It is null if the erasure is not a record of the log.
select erasure.seq, erasure.id, erasure.digest,
       (select sha256(coalesce(string_agg(int8send(listed.seq) || listed.mark, ''::bytea
                                          order by listed.is_fact, listed.seq, listed.part), ''::bytea))
          from (select seq, part, false as is_fact,
                       case when part = erasure.part then ''::bytea else 'other'::bytea end as mark
                  from erased_record where erasure_id = erasure.id
                union all
                select seq, null, true, 'fact'::bytea from erased_fact where erasure_id = erasure.id) as listed
        having exists (select from log_record where log_record.seq = erasure.seq and log_record.type = 'erase')
       ) as listed_digest
  from erasure order by erasure.seq
