-- Deletes freed user names that can be given again.
-- :now
delete from freed_user_name where freed_at + make_interval(secs => longest_tap_age()) <= :now::timestamptz
