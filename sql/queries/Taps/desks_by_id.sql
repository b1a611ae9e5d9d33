-- The desks with these ids, in all offices.
-- :desks  ids
select office_id, id, requires_signature from desk where id = any(:desks::text[])
