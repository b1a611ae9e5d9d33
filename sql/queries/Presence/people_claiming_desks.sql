-- Everybody whose open session claims a desk of these names.
-- $1 desks, text[]
select person_id from presence where desk = any($1::text[])
