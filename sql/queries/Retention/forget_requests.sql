-- Deletes correction requests whose retention has ended (part time), or only their desks (part place).
-- :part  place or time      :office, :person  exactly one of them is not null      :before  the first instant that is kept
-- Writes.
select forget_requests(:part::text, :office::bigint, :person::bigint, :before::timestamptz)
