-- What is known of people of these user names, in capital or small letters, also of those who left.
-- $1 user names, text[]
select id, user_name, display_name, role, office_id, team_id, left_at is null
  from person where lower(user_name) in (select lower(name) from unnest($1::text[]) as name)
