-- Somebody who works here or did.
-- $1 user name
select person.id, person.user_name, person.display_name, person.role, person.office_id
  from person where lower(person.user_name) = lower($1::text)
