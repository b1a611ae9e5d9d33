-- Somebody who works here or did.
-- $1 user name
select person.id, person.user_name, person.display_name, person.role, person.office_id
  from person where person.user_name = $1::text
