-- Forgets links that nobody can use any more.
-- $1 what was used or expired before this is forgotten
delete from sign_in_link where coalesce(used_at, expires_at) < $1::timestamptz
