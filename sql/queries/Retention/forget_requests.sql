-- Forgets what was asked for of a part of records whose retention has run out.
-- $1 part, $2 office or null, $3 person or null, $4 the first instant that is kept
-- Writes.
select forget_requests($1::text, $2::bigint, $3::bigint, $4::timestamptz)
