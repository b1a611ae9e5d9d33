-- The content of the records with these ids: what an event reports, or what a correction sets. Unknown ids are left out.
-- An erased record and an erasure have the type 'erased' and no content. is_place_erased: the place was erased, so its desk is
-- unknown.
-- :ids
select case when record.person_id is null then 'erased' else record.type end as type, record.id, person.user_name,
       coalesce(record.kind, record.new_kind) as kind, coalesce(record.at, record.new_at) as at, place.desk, office.name as office_name, author.user_name as author, record.reason, record.target_id,
       record.target_id is not null and place.seq is not null as sets_desk,
       record.place_commit is not null and place.seq is null as is_place_erased
  from log_record as record
  left join person on person.id = record.person_id
  left join person as author on author.id = record.author_id
  left join office on office.id = coalesce(record.office_id, record.new_office_id)
  left join log_place as place on place.seq = record.seq
 where record.id = any(:ids::uuid[])
