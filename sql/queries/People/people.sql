-- The current employees, by user name.
select person.id, person.user_name, person.display_name, person.role, person.office_id,
       case when person.role = 'hr' then hr_offices(person.id, person.office_id) end as hr_offices
  from person where person.left_at is null order by person.user_name
