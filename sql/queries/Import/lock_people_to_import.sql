-- Locks the people with these user names in any spelling, and the author, whom the account log refers to. All in one statement and
-- before the first write: whoever changes an account locks the person first, then the head of the log.
-- Returns the same as people_to_import, and the author.
-- :user_names      :author  null: a command on the server
select id, user_name, display_name, role, office_id, team_id, left_at is null as is_active
  from person
 where id in (select named.id from person as named
               where user_name_key(named.user_name) in (select user_name_key(name) from unnest(:user_names::text[]) as name)
              union all select :author::bigint)
 order by id for no key update
