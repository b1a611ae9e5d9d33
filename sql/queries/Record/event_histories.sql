-- The stored details of these events: how they were sent, their original content, the author of an addition with the reason,
-- and the approved request. In no order.
-- :ids
select event.id, event.seq, event.at_sent, place.desk_sent, reader.name as reader, event.client,
       author.user_name as author, event.reason, event.kind, place.desk, place.seq is not null as has_place,
       asker.user_name as asker_user, asker.display_name as asker_name, request.comment, place.flag, place.proof
  from event
  left join log_place as place on place.seq = event.seq
  left join reader on reader.id = place.reader_id
  left join person as author on author.id = event.author_id
  left join correction_request as request on request.record_id = event.id
  left join person as asker on asker.id = request.asker_id
 where event.id = any(:ids::uuid[])
