-- A current employee with the hash of the password; the hash is null if the person has no password.
-- No row: no current employee has this user name.
-- :user_name  in any spelling (user_name_key); of two people with one name, the one who has it so
select person.id, person.user_name, person.display_name, person.role, person.office_id, hr_offices(person),
       local_password.hash
  from person left join local_password on local_password.person_id = person.id
 where user_name_key(person.user_name) = user_name_key(:user_name::text) and person.left_at is null
 order by person.user_name = :user_name::text desc, person.id limit 1
