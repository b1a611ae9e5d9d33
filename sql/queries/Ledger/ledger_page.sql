-- A page of the log ordered by number: each record's ledger entry and its content, as far as it is not erased.
-- previous_hash is null for the first entry.
-- content: event, correction, erasure, facts or empty; null: columns that such a record does not have are set, or the copies in its place
--   are wrong
-- :after  the last number of the previous page   :limit   :person  null: all
select record.seq, earlier.entry_hash as previous_hash, record.entry_hash, record.type, record.id, record.received_at,
       record.time_commit, record.place_commit, record.person_id, record.kind, record.at, record.at_sent, record.office_id,
       record.quarantine, record.client, record.target_id, record.new_at, record.new_at_sent, record.new_kind,
       record.new_office_id, record.author_id, record.reason, record.salt,
       case when num_nonnulls(record.target_id, record.new_at, record.new_at_sent, record.new_kind, record.new_office_id) = 0
                 and record.kind is not null and (record.author_id is null) = (record.reason is null)
                 and (place.seq is null
                      or (place.office_id, place.at, place.id) = (record.office_id, record.at, record.id)) then 'event'
            when num_nonnulls(record.kind, record.at, record.at_sent, record.office_id, record.quarantine, record.client,
                              place.office_id, place.at, place.id) = 0 and record.target_id is not null then 'correction'
            when num_nonnulls(record.person_id, record.kind, record.at, record.at_sent, record.office_id, record.quarantine,
                              record.client, record.target_id, record.new_at, record.new_at_sent, record.new_kind,
                              record.new_office_id, record.reason, place.seq) = 0
            then case when record.type = 'erase' and erasure.seq is not null then 'erasure'
                      when record.type = 'facts' and record.author_id is null and facts.digest is not null then 'facts'
                      when num_nonnulls(record.author_id, record.salt) = 0 then 'empty' end
       end as content,
       place.seq is not null as has_place, place.desk, place.desk_sent, place.reader_id, place.proof, place.flag, place.tag_uid,
       place.salt as place_salt,
       erasure.part as erased_part, erasure.office_id as erased_office_id, erasure.person_id as erased_person_id,
       erasure.before as erased_before, erasure.rule as erased_rule, erasure.digest as erased_digest,
       facts.digest as facts_digest,
       erased_time.seq is not null as is_time_erased, erased_place.seq is not null as is_place_erased
  from log_record as record
  left join log_record as earlier on earlier.seq = record.seq - 1
  left join log_place as place on place.seq = record.seq
  left join erasure on erasure.seq = record.seq
  left join lateral (
      select sha256(convert_to(string_agg(line, E'\n' order by subject collate "C", subject_id), 'UTF8')) as digest
        from (select subject, subject_id, concat_ws(' ', subject, subject_id, encode(commitment, 'hex')) as line
                from ledger_fact where record.type = 'facts' and ledger_fact.seq = record.seq
              union all
              select 'hours', hours_fact.seq,
                     concat_ws(' ', 'hours', hours_fact.seq, coalesce(hours_fact.person_id::text, '-'), encode(commitment, 'hex'))
                from hours_fact where record.type = 'facts' and hours_fact.entry = record.seq) as fact
  ) as facts on true
  left join erased_record as erased_time on erased_time.seq = record.seq and erased_time.part = 'time'
  left join erased_record as erased_place on erased_place.seq = record.seq and erased_place.part = 'place'
 where record.seq > :after::bigint
   and (:person::bigint is null or coalesce(record.person_id, erasure.person_id) = :person::bigint)
 order by record.seq
 limit :limit::bigint
