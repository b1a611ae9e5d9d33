-- Somebody who works here.
-- $1 user name
select person.id, person.user_name, person.display_name, person.role, person.office_id
  from person where lower(person.user_name) = lower($1::text) and person.left_at is null
