-- People by user name, including people who left. Unknown user names are left out.
-- :user_names
select user_name, id, office_id, left_at is null as works_here from person where user_name = any(:user_names::text[])
