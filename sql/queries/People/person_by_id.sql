-- A current employee.
-- No row: the person is unknown or has left.
-- :person
select person.id, person.user_name, person.display_name, person.role, person.office_id,
       case when person.role = 'hr' then hr_offices(person.id, person.office_id) end as hr_offices
  from person where person.id = :person::bigint and person.left_at is null
