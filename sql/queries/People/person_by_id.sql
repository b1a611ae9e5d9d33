-- Somebody who works here.
-- $1 person
select person.id, person.user_name, person.display_name, person.role, person.office_id
  from person where person.id = $1::bigint and person.left_at is null
