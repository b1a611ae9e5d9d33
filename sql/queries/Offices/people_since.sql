-- The people who are in a session or whose latest tap is not before an instant, by id.
-- :since
select person_id from presence where state <> 'off' or latest_at >= :since::timestamptz order by person_id
