-- Corrected events that name, or were amended to name, a desk of these names.
-- $1 desks, text[]
select person_id, id, type, kind, at, office_id, received_at, quarantine, desk
  from logged_event
 where id in (select event_place.event_id from event_place
               where event_place.desk = any($1::text[])
                 and (select true from correction where correction.target_id = event_place.event_id limit 1)
              union
              select correction.target_id
                from correction_place join correction on correction.id = correction_place.correction_id
               where correction_place.desk = any($1::text[]))
