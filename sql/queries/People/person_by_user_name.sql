-- A current employee.
-- No row: the user name is unknown, or the person has left.
-- :user_name  in any case
select person.id, person.user_name, person.display_name, person.role, person.office_id
  from person where lower(person.user_name) = lower(:user_name::text) and person.left_at is null
