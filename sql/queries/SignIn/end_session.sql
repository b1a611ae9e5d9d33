-- Ends one of somebody's sessions; no row where they have no such.
-- $1 session, $2 person, $3 now
update sign_in_session set ended_at = $3::timestamptz
 where id = $1::bigint and person_id = $2::bigint and ended_at is null
returning id
