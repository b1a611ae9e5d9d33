-- People by user name, including people who left: readers may deliver taps that were made before. Unknown names are left out.
-- :user_names  in any case; "named" is the name as given
select asked.name as named, person.id, person.user_name, person.office_id as home_office_id, person.left_at
  from unnest(:user_names::text[]) as asked (name) join person on lower(person.user_name) = lower(asked.name)
