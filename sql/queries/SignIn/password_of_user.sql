-- Somebody who works here, with the hash of their password, null where they have none.
-- $1 user name
select person.id, person.user_name, person.display_name, person.role, person.office_id, local_password.hash
  from person left join local_password on local_password.person_id = person.id
 where lower(person.user_name) = lower($1::text) and person.left_at is null
