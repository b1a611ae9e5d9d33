-- A current or former employee.
-- No row: the user name is unknown.
-- :user_name  in any case
select person.id, person.user_name, person.display_name, person.role, person.office_id
  from person where lower(person.user_name) = lower(:user_name::text)
