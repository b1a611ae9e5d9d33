-- A current employee.
-- No row: the person is unknown or has left.
-- :person
select person.id, person.user_name, person.display_name, person.role, person.office_id, hr_offices(person)
  from person where person.id = :person::bigint and person.left_at is null
