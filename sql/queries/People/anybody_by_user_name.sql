-- A current or former employee.
-- No row: the user name is unknown.
-- :user_name  in any spelling (user_name_key); of two people with one name, the one who has it so
select person.id, person.user_name, person.display_name, person.role, person.office_id, hr_offices(person)
  from person where user_name_key(person.user_name) = user_name_key(:user_name::text)
 order by person.user_name = :user_name::text desc, person.id limit 1
