-- The current employees, by user name.
select person.id, person.user_name, person.display_name, person.role, person.office_id, hr_offices(person)
  from person where person.left_at is null order by person.user_name
