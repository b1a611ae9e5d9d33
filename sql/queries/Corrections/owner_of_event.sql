-- Whose event it is.
-- $1 id of the event
select person.id, person.user_name, person.display_name, person.role, person.office_id
  from event join person on person.id = event.person_id where event.id = $1::uuid
