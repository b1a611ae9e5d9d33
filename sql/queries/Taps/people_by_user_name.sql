-- People by user name, including people who left: readers may deliver taps that were made before. Unknown names are left out.
-- :user_names
select id, user_name, office_id as home_office_id, left_at from person where user_name = any(:user_names::text[])
