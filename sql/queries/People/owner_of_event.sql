-- The person of an event. No row: the event is unknown.
-- :id
select person.id, person.user_name, person.display_name, person.role, person.office_id,
       case when person.role = 'hr' then hr_offices(person.id, person.office_id) end as hr_offices
  from event join person on person.id = event.person_id where event.id = :id::uuid
