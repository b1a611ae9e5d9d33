-- Ends all of somebody's sessions but one, and all sign-in links of theirs that nobody used.
-- $1 person, $2 now, $3 the one that goes on, or null
with links as (
    update sign_in_link set used_at = $2::timestamptz where person_id = $1::bigint and used_at is null
)
update sign_in_session set ended_at = $2::timestamptz
 where person_id = $1::bigint and id is distinct from $3::bigint and ended_at is null
returning id
