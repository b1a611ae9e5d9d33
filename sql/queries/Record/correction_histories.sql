-- The corrections of these events, with who made them and why, and who had asked for them, in the order in which they count.
-- $1 ids of events, uuid[]
select correction.target_id, correction.type, correction.new_at, correction.new_kind, correction.new_office_id,
       correction_place.correction_id is not null, correction_place.desk, correction.id, correction.received_at,
       author.user_name, correction.reason, office.name, asker.user_name, asker.display_name, request.comment
  from correction
  join person as author on author.id = correction.author_id
  left join correction_request as request on request.record_id = correction.id
  left join person as asker on asker.id = request.asker_id
  left join office on office.id = correction.new_office_id
  left join correction_place on correction_place.correction_id = correction.id
 where correction.target_id = any($1::uuid[]) order by correction.seq
