-- What is kept of these events besides what counts of them: how they came, who added them and why, and who had asked for that.
-- $1 ids, uuid[]
select event.id, event.seq, event.at_sent, event_place.desk_sent, reader.name, event.client, author.user_name, event.reason,
       event.kind, event_place.desk, asker.user_name, asker.display_name, request.comment,
       event_place.flag
  from event
  left join event_place on event_place.event_id = event.id
  left join reader on reader.id = event_place.reader_id
  left join person as author on author.id = event.author_id
  left join correction_request as request on request.record_id = event.id
  left join person as asker on asker.id = request.asker_id
 where event.id = any($1::uuid[])
