-- Locks a current or former employee.
-- No row: the person is unknown.
-- :person
select person.id, person.user_name, person.display_name, person.role, person.office_id, person.left_at
  from person where person.id = :person::bigint for update
