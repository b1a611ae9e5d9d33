-- Of how many events the retention has run out.
-- $1 part, $2 office, $3 the first instant that is kept
select count(*) from due_events($2::bigint, null, $3::timestamptz) as event
 where $1::text = 'time' or exists (select from event_place where event_place.event_id = event.id)
