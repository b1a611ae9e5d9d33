-- The people whose open session claims one of these desks, in any office.
-- :desks
select person_id from presence where desk = any(:desks::text[])
