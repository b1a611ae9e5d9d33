-- The corrections of these events, each with its author, its reason and the approved request, in the order in which they
-- apply.
-- :targets  ids of events
select correction.target_id, correction.type, correction.new_at, correction.new_kind, correction.new_office_id,
       place.seq is not null as sets_desk, place.desk, correction.id,
       correction.received_at, author.user_name as author, correction.reason, office.name as office_name,
       asker.user_name as asker_user, asker.display_name as asker_name, request.comment
  from correction
  join person as author on author.id = correction.author_id
  left join correction_request as request on request.record_id = correction.id
  left join person as asker on asker.id = request.asker_id
  left join office on office.id = correction.new_office_id
  left join log_place as place on place.seq = correction.seq
 where correction.target_id = any(:targets::uuid[]) order by correction.seq
