-- The people with these user names in any spelling, by id, including people who left (is_active is false).
-- :user_names
select id, user_name, display_name, role, office_id, team_id, personnel_number, email, reading, first_day - date '1970-01-01' as first_day,
       last_day - date '1970-01-01' as last_day, left_at is null as is_active
  from person where user_name_key(user_name) in (select user_name_key(name) from unnest(:user_names::text[]) as name)
 order by id
