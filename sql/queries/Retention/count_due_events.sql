-- The number of an office's events whose retention has ended. Always one row.
-- :office      :before  the first instant that is kept      :part  place or time
select count(*) as count from due_events(:office::bigint, null, :before::timestamptz) as event
 where :part::text = 'time' or exists (select from log_place where log_place.seq = event.seq)
