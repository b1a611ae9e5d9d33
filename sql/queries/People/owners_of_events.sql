-- The people of events. An unknown event has no row.
-- :ids
select event.id as event_id, person.id, person.user_name, person.display_name, person.role, person.office_id, hr_offices(person)
  from event join person on person.id = event.person_id where event.id = any(:ids::uuid[])
