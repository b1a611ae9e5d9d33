-- Events of these ids.
-- $1 ids, uuid[]
select person_id, id, type, kind, at, office_id, received_at, quarantine, desk
  from logged_event where id = any($1::uuid[])
