-- All events of these people.
-- $1 people, bigint[]
select person_id, id, type, kind, at, office_id, received_at, quarantine, desk
  from logged_event where person_id = any($1::bigint[]) order by person_id, at
