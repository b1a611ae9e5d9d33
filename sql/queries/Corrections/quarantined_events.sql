-- Taps that are put aside and that no correction has dealt with, the oldest arrival first.
-- $1 the people's own office, or null for all
select event.id, event.person_id, person.user_name, person.display_name, event.kind, event.at, event.at_sent,
       event.office_id, event.received_at, event.quarantine, event_place.desk, reader.name
  from event
  join person on person.id = event.person_id
  left join event_place on event_place.event_id = event.id
  left join reader on reader.id = event_place.reader_id
 where event.quarantine is not null and ($1::bigint is null or person.office_id = $1::bigint)
   and not exists (select from correction
                    where correction.target_id = event.id and (type in ('void', 'restore') or new_at is not null))
 order by event.received_at, event.seq
