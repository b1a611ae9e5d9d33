-- Forgets user names that are free again.
-- $1 now
delete from freed_user_name where freed_at + make_interval(secs => longest_tap_age()) <= $1::timestamptz
