-- Deletes the confirmations of an office's days whose retention has ended.
-- :office   :before  the first instant that is kept
-- Writes.
select forget_flag_confirmations(:office::bigint, :before::timestamptz)
