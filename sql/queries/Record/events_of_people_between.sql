-- These people's events that may say something of a time: made then, amended to then, or arrived then and put aside.
-- $1 people, bigint[], $2 from, $3 to (not included)
select person_id, id, type, kind, at, office_id, received_at, quarantine, desk
  from logged_event
 where person_id = any($1::bigint[]) and at >= $2::timestamptz and at < $3::timestamptz
union
select person_id, id, type, kind, at, office_id, received_at, quarantine, desk
  from logged_event
 where person_id = any($1::bigint[]) and quarantine is not null
   and received_at >= $2::timestamptz and received_at < $3::timestamptz
union
select person_id, id, type, kind, at, office_id, received_at, quarantine, desk
  from logged_event
 where id in (select target_id from correction
               where person_id = any($1::bigint[]) and new_at >= $2::timestamptz and new_at < $3::timestamptz)
 order by person_id, at
