-- Where somebody is signed in, the latest used first.
-- $1 person, $2 used at this instant or later, $3 begun at this instant or later
select id, device, way, began_at, used_at from sign_in_session
 where person_id = $1::bigint and ended_at is null and used_at >= $2::timestamptz and began_at >= $3::timestamptz
 order by used_at desc, id desc
