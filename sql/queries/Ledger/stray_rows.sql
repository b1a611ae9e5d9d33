-- The lowest number, in a table of the log, that no record there can have: it is not between 1 and the head, or the record or fact
-- of hours is listed as erased by no erasure, or by an earlier one. No row: there is none.
select stray.seq
  from (select seq from log_record where seq < 1
        union all
        select seq from log_record where seq > (select seq from log_head)
        union all
        select seq from log_place where seq < 1
        union all
        select seq from log_place where seq > (select seq from log_head)
        union all
        select entry from hours_fact where entry < 1 or entry > (select seq from log_head)
        union all
        select seq from erasure where seq < 1 or seq > (select seq from log_head)
        union all
        select erased.seq
          from erased_record as erased left join erasure on erasure.id = erased.erasure_id
         where erased.seq < 1 or erasure.seq is null or erased.seq >= erasure.seq
        union all
        select erased.seq
          from erased_fact as erased left join erasure on erasure.id = erased.erasure_id
          left join hours_fact as fact on fact.seq = erased.seq
         where erasure.seq is null or fact.entry is null or fact.entry >= erasure.seq) as stray
 order by stray.seq limit 1
