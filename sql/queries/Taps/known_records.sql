-- The content of the records with these ids: what an event reports, or what a correction sets. Unknown ids are left out.
-- An erased record has the type 'erased' and no content. is_place_erased: the place was erased, so its desk is unknown.
-- :ids
select event.type, event.id, person.user_name, event.kind, event.at, event_place.desk, office.name as office_name,
       author.user_name as author, event.reason, null::uuid as target_id, false as sets_desk,
       ledger.place_commit is not null and event_place.event_id is null as is_place_erased
  from event
  join person on person.id = event.person_id
  join office on office.id = event.office_id
  left join person as author on author.id = event.author_id
  left join event_place on event_place.event_id = event.id
  left join ledger on ledger.record_id = event.id
 where event.id = any(:ids::uuid[])
union all
select correction.type, correction.id, null, correction.new_kind, correction.new_at, correction_place.desk, office.name,
       author.user_name, correction.reason, correction.target_id, correction_place.correction_id is not null,
       ledger.place_commit is not null and correction_place.correction_id is null
  from correction
  join person as author on author.id = correction.author_id
  left join office on office.id = correction.new_office_id
  left join correction_place on correction_place.correction_id = correction.id
  left join ledger on ledger.record_id = correction.id
 where correction.id = any(:ids::uuid[])
union all
select 'erased', ledger.record_id, null, null, null, null, null, null, null, null, false, true
  from ledger
 where ledger.record_id = any(:ids::uuid[])
   and not exists (select from event where event.id = ledger.record_id)
   and not exists (select from correction where correction.id = ledger.record_id)
