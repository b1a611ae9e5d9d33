-- What is known of people of these user names, also of those who left.
-- $1 user names, text[]
select id, user_name, display_name, role, office_id, team_id, left_at is null from person where user_name = any($1::text[])
