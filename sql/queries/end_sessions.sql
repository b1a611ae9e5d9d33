-- Ends all of somebody's sessions but one.
-- $1 person, $2 now, $3 the one that goes on, or null
update sign_in_session set ended_at = $2::timestamptz
 where person_id = $1::bigint and id is distinct from $3::bigint and ended_at is null
returning id
