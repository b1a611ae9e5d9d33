-- A page of ledger entries ordered by number, each with the record it commits to, or with the erasure of that record.
-- The record is an event, a correction or an erasure; the columns of the other two are null.
-- :after  the last number of the previous page   :limit   :person  null: all
select ledger.seq, ledger.prev_hash, ledger.entry_hash, ledger.type, ledger.record_id, ledger.accepted_at,
       ledger.time_commit, ledger.place_commit,
       event.seq as event_seq, event.type as event_type, event.received_at as event_received_at,
       event.person_id as event_person_id, event.kind as event_kind, event.at as event_at, event.at_sent as event_at_sent,
       event.office_id as event_office_id, event.quarantine as event_quarantine, event.client as event_client,
       event.salt as event_salt, event.author_id as event_author_id, event.reason as event_reason,
       event_place.event_id is not null as event_has_place, event_place.desk as event_desk,
       event_place.desk_sent as event_desk_sent, event_place.reader_id as event_reader_id,
       event_place.salt as event_place_salt,
       correction.seq as correction_seq, correction.type as correction_type,
       correction.received_at as correction_received_at, correction.target_id as correction_target_id,
       correction.person_id as correction_person_id, correction.author_id as correction_author_id,
       correction.reason as correction_reason, correction.new_at as correction_at,
       correction.new_at_sent as correction_at_sent, correction.new_kind as correction_kind,
       correction.new_office_id as correction_office_id, correction.salt as correction_salt,
       correction_place.correction_id is not null as correction_has_place, correction_place.desk as correction_desk,
       correction_place.desk_sent as correction_desk_sent, correction_place.salt as correction_place_salt,
       erasure.seq as erasure_seq, erasure.received_at as erasure_received_at, erasure.part as erasure_part,
       erasure.office_id as erasure_office_id, erasure.person_id as erasure_person_id, erasure.before as erasure_before,
       erasure.rule as erasure_rule, erasure.author_id as erasure_author_id, erasure.digest as erasure_digest,
       erasure.salt as erasure_salt,
       erased_time.seq is not null as is_time_erased, erased_place.seq is not null as is_place_erased,
       event_place.proof as event_proof, event_place.flag as event_flag, event_place.tag_uid as event_tag_uid
  from ledger
  left join event on event.id = ledger.record_id
  left join event_place on event_place.event_id = ledger.record_id
  left join correction on correction.id = ledger.record_id
  left join correction_place on correction_place.correction_id = ledger.record_id
  left join erasure on erasure.id = ledger.record_id
  left join erased_record as erased_time on erased_time.seq = ledger.seq and erased_time.part = 'time'
  left join erased_record as erased_place on erased_place.seq = ledger.seq and erased_place.part = 'place'
 where ledger.seq > :after::bigint
   and (:person::bigint is null or coalesce(event.person_id, correction.person_id, erasure.person_id) = :person::bigint)
 order by ledger.seq
 limit :limit::bigint
