-- Starts at a desk by other people, from an instant on.
-- $1 office, $2 desk, $3 person, $4 from
select event.at, event.id
  from event join event_place on event_place.event_id = event.id
 where event.office_id = $1::bigint and event.at >= $4::timestamptz and event.kind = 'start'
   and event.quarantine is null and event.person_id <> $3::bigint and event_place.desk = $2::text
 order by event.at, event.id
