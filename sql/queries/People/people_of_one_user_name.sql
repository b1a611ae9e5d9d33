-- The people whose user name another person has in another spelling, by id. Includes people who left.
select person.id, person.user_name, person.display_name, person.role, person.office_id, hr_offices(person)
  from person
 where user_name_key(person.user_name) in (
       select user_name_key(user_name) from person group by user_name_key(user_name) having count(*) > 1)
 order by person.id
