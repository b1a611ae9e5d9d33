-- Records of some events whose retention has run out, with their corrections; of place only those that still have one.
-- $1 part, $2 office or null, $3 person or null, $4 the first instant that is kept, $5 of how many events at most
with due as (
    select id, seq from due_events($2::bigint, $3::bigint, $4::timestamptz) as event
     where $1::text = 'time'
        or exists (select from event_place where event_place.event_id = event.id)
        or exists (select from correction_place join correction on correction.id = correction_place.correction_id
                    where correction.target_id = event.id)
     limit $5::bigint
)
select seq from due where $1::text = 'time' or exists (select from event_place where event_place.event_id = due.id)
union
select correction.seq from due join correction on correction.target_id = due.id
 where $1::text = 'time' or exists (select from correction_place where correction_place.correction_id = correction.id)
 order by seq
