-- Every erasure, with the digest it committed to and that of what is listed. What is listed of another part than the erasure's
-- own makes it another digest, too.
select erasure.seq, erasure.id, erasure.digest,
       (select sha256(coalesce(string_agg(int8send(listed.seq)
                                          || case when listed.part = erasure.part then ''::bytea else 'other'::bytea end,
                                          ''::bytea order by listed.seq, listed.part), ''::bytea))
          from erased_record as listed where listed.erasure_id = erasure.id)
  from erasure order by erasure.seq
