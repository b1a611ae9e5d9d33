-- Lets the employments of people without a first day begin with their record, if it begins earlier. Requires the lock of `lock_log`.
-- :users text[]  user names
-- Writes.
select extend_employments(array(select id from person where user_name = any(:users::text[])))
