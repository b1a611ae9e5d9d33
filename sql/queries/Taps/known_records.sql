-- What is recorded under these ids: what an event says, or what a correction sets. Of a record that has been erased only its
-- type is left, 'erased'; of one whose place has been erased it is said so.
-- $1 ids, uuid[]
select event.type, event.id, person.user_name, event.kind, event.at, event_place.desk, office.name,
       author.user_name, event.reason, null::uuid, false,
       ledger.place_commit is not null and event_place.event_id is null
  from event
  join person on person.id = event.person_id
  join office on office.id = event.office_id
  left join person as author on author.id = event.author_id
  left join event_place on event_place.event_id = event.id
  left join ledger on ledger.record_id = event.id
 where event.id = any($1::uuid[])
union all
select correction.type, correction.id, null, correction.new_kind, correction.new_at, correction_place.desk, office.name,
       author.user_name, correction.reason, correction.target_id, correction_place.correction_id is not null,
       ledger.place_commit is not null and correction_place.correction_id is null
  from correction
  join person as author on author.id = correction.author_id
  left join office on office.id = correction.new_office_id
  left join correction_place on correction_place.correction_id = correction.id
  left join ledger on ledger.record_id = correction.id
 where correction.id = any($1::uuid[])
union all
select 'erased', ledger.record_id, null, null, null, null, null, null, null, null, false, true
  from ledger
 where ledger.record_id = any($1::uuid[])
   and not exists (select from event where event.id = ledger.record_id)
   and not exists (select from correction where correction.id = ledger.record_id)
