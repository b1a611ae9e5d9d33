-- Deletes sign-in links that were used or expired before :before.
-- :before
delete from sign_in_link where coalesce(used_at, expires_at) < :before::timestamptz
