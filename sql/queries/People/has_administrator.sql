-- Whether an administrator works here. Always one row.
select exists (select from person where role = 'administrator' and left_at is null) as has_administrator
