-- Whoever is in a session, or has a tap from an instant on: their presence may hang on what holds since.
-- $1 from
select person_id from presence where state <> 'off' or latest_at >= $1::timestamptz order by person_id
