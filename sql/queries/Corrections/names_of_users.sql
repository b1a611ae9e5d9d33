-- How people are called, also those who left.
-- $1 user names, text[]
select user_name, display_name from person where user_name = any($1::text[])
