-- People and desks whose presence was concluded from events that may be gone.
-- $1 part, $2 the first instant that was kept
select person_id, null::text from presence
 where start_at < $2::timestamptz or ($1::text = 'time' and latest_at < $2::timestamptz)
union all
select null, desk from desk_claim where start_at < $2::timestamptz
