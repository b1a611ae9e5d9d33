-- Entries of the ledger after one, in their order, with the records they commit to.
-- $1 number of the entry before, $2 how many
select ledger.seq, ledger.prev_hash, ledger.entry_hash, ledger.type, ledger.record_id, ledger.accepted_at,
       ledger.time_commit, ledger.place_commit,
       event.seq, event.type, event.received_at, event.person_id, event.kind, event.at, event.at_sent, event.office_id,
       event.quarantine, event.client, event.salt,
       event_place.event_id is not null, event_place.desk, event_place.desk_sent, event_place.reader_id, event_place.salt
  from ledger
  left join event on event.id = ledger.record_id
  left join event_place on event_place.event_id = ledger.record_id
 where ledger.seq > $1::bigint
 order by ledger.seq
 limit $2::bigint
