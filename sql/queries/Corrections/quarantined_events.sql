-- Quarantined taps that no correction has voided, restored or moved to another instant, earliest arrival first.
-- :offices  of the people, not of the taps; null: all      :ids  the taps to choose from; null: all
-- :limit  null: all      :offset
select event.id, event.person_id, person.user_name, person.display_name, event.kind, event.at, event.at_sent,
       event.office_id, event.received_at, event.quarantine, event.client, place.desk, reader.name as reader
  from event
  join person on person.id = event.person_id
  left join log_place as place on place.seq = event.seq
  left join reader on reader.id = place.reader_id
 where event.quarantine is not null and (:ids::uuid[] is null or event.id = any(:ids::uuid[]))
   and (:offices::bigint[] is null or person.office_id = any(:offices::bigint[]))
   and not exists (select from correction
                    where correction.target_id = event.id and (type in ('void', 'restore') or new_at is not null))
 order by event.received_at, event.seq limit :limit::bigint offset :offset::bigint
