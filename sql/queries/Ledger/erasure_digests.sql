-- All erasures, ordered by number, each with the digest it committed to and the digest of the records listed for it.
-- A listed record of a part other than the erasure's changes the digest. It is null if the erasure is not a record of the log.
select erasure.seq, erasure.id, erasure.digest,
       (select sha256(coalesce(string_agg(int8send(listed.seq)
                                          || case when listed.part = erasure.part then ''::bytea else 'other'::bytea end,
                                          ''::bytea order by listed.seq, listed.part), ''::bytea))
          from erased_record as listed
         where listed.erasure_id = erasure.id
        having exists (select from log_record where log_record.seq = erasure.seq and log_record.type = 'erase')
       ) as listed_digest
  from erasure order by erasure.seq
