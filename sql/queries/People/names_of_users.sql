-- Display names by user name, including people who left. Unknown user names are left out.
-- :user_names  in any spelling (user_name_key); "named" is the name as given. Of two people with one name, the one who has it so
select distinct on (asked.name) asked.name as named, person.display_name
  from unnest(:user_names::text[]) as asked (name) join person on user_name_key(person.user_name) = user_name_key(asked.name)
 order by asked.name, person.user_name = asked.name desc, person.id
