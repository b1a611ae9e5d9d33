-- Display names by user name, including people who left. Unknown user names are left out.
-- :user_names
select user_name, display_name from person where user_name = any(:user_names::text[])
