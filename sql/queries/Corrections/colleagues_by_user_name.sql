-- People of these user names, also those who left.
-- $1 user names, text[]
select user_name, id, office_id, left_at is null from person where user_name = any($1::text[])
