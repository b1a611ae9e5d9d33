-- Deletes the comments on warnings of an office's days whose retention has ended.
-- :office   :before  the first instant that is kept
-- Writes.
select forget_warning_notes(:office::bigint, :before::timestamptz)
