-- Somebody who works here or did, locked.
-- $1 person
select person.id, person.user_name, person.display_name, person.role, person.office_id, person.left_at
  from person where person.id = $1::bigint for update
