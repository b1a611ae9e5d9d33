-- The events with these ids, without their corrections. Unknown ids are left out; the rows have no order.
-- :ids
select person_id, id, type, kind, at, office_id, received_at, quarantine, desk, has_place
  from logged_event where id = any(:ids::uuid[])
