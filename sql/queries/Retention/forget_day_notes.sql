-- Deletes the notes on an office's days whose retention has ended.
-- :office   :before  the first instant that is kept
-- Writes.
select forget_day_notes(:office::bigint, :before::timestamptz)
