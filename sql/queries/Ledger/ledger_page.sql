-- Entries of the ledger after one, in their order, with the records they commit to, or what tells of their erasure.
-- $1 number of the entry before, $2 how many, $3 person, null for everybody
select ledger.seq, ledger.prev_hash, ledger.entry_hash, ledger.type, ledger.record_id, ledger.accepted_at,
       ledger.time_commit, ledger.place_commit,
       event.seq, event.type, event.received_at, event.person_id, event.kind, event.at, event.at_sent, event.office_id,
       event.quarantine, event.client, event.salt, event.author_id, event.reason,
       event_place.event_id is not null, event_place.desk, event_place.desk_sent, event_place.reader_id, event_place.salt,
       correction.seq, correction.type, correction.received_at, correction.target_id, correction.person_id,
       correction.author_id, correction.reason, correction.new_at, correction.new_at_sent, correction.new_kind,
       correction.new_office_id, correction.salt,
       correction_place.correction_id is not null, correction_place.desk, correction_place.desk_sent, correction_place.salt,
       erasure.seq, erasure.received_at, erasure.part, erasure.office_id, erasure.person_id, erasure.before, erasure.rule,
       erasure.author_id, erasure.digest, erasure.salt,
       erased_time.seq is not null, erased_place.seq is not null,
       event_place.proof, event_place.flag, event_place.tag_uid
  from ledger
  left join event on event.id = ledger.record_id
  left join event_place on event_place.event_id = ledger.record_id
  left join correction on correction.id = ledger.record_id
  left join correction_place on correction_place.correction_id = ledger.record_id
  left join erasure on erasure.id = ledger.record_id
  left join erased_record as erased_time on erased_time.seq = ledger.seq and erased_time.part = 'time'
  left join erased_record as erased_place on erased_place.seq = ledger.seq and erased_place.part = 'place'
 where ledger.seq > $1::bigint
   and ($3::bigint is null or coalesce(event.person_id, correction.person_id, erasure.person_id) = $3::bigint)
 order by ledger.seq
 limit $2::bigint
