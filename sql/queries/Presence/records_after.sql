-- What the records from a number on change on the map, in their order. The first row is the record with that number itself.
-- kind is null for a record that is no event, a quarantined tap, and a record whose content is erased.
-- target_desks: for a correction, the desks at which its event is or was, joined by commas.
-- :seq  the number   :limit
select record.seq, record.entry_hash, record.person_id, case when record.quarantine is null then record.kind end as kind,
       record.at, record.id, record.office_id, place.desk, record.target_id,
       case when record.target_id is not null then
           (select string_agg(named.desk, ',')
              from (select seq from log_record where id = record.target_id
                    union all
                    select seq from log_record where target_id = record.target_id) as history
              join log_place as named on named.seq = history.seq)
       end as target_desks,
       erasure.part, erasure.before, erasure.person_id as erased_person
  from log_record as record
  left join lateral (select desk from log_place where log_place.seq = record.seq offset 0) as place on true
  left join erasure on record.type = 'erase' and erasure.id = record.id
 where record.seq >= :seq::bigint
 order by record.seq limit :limit::int
