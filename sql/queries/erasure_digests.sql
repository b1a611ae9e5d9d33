-- Every erasure, with what it says it lists and what is listed.
select erasure.seq, erasure.id, erasure.digest,
       (select sha256(coalesce(string_agg(int8send(erased_record.seq), ''::bytea order by erased_record.seq), ''::bytea))
          from erased_record
         where erased_record.erasure_id = erasure.id and erased_record.part = erasure.part)
  from erasure order by erasure.seq
