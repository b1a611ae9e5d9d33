-- People and desks whose state was derived from events that may be erased now: in each row, one of the two is null.
-- :before  the first instant that is kept      :part  place or time
select person_id, null::text as desk from presence
 where start_at < :before::timestamptz or (:part::text = 'time' and latest_at < :before::timestamptz)
union all
select null, desk from desk_claim where start_at < :before::timestamptz
