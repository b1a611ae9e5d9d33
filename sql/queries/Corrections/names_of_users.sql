-- Display names by user name, including people who left. Unknown user names are left out.
-- :user_names  in any case; "named" is the name as given
select asked.name as named, person.display_name
  from unnest(:user_names::text[]) as asked (name) join person on lower(person.user_name) = lower(asked.name)
