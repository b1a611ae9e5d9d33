-- The people with these user names, ignoring case, including people who left (is_active is false).
-- :user_names
select id, user_name, display_name, role, office_id, team_id, left_at is null as is_active
  from person where lower(user_name) in (select lower(name) from unnest(:user_names::text[]) as name)
