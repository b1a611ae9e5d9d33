-- Corrected events that may count as made at a desk of these names, from an instant of each on: made there since, amended to a
-- time since, or amended to another office or to the desk at any time.
-- $1 desks, text[], $2 from, timestamptz[]
with since as materialized (select * from unnest($1::text[], $2::timestamptz[]) as one (desk, at))
select person_id, id, type, kind, at, office_id, received_at, quarantine, desk
  from logged_event
 where id in (select event_place.event_id
                from since
               cross join office
                join event_place on event_place.desk = since.desk and event_place.event_office_id = office.id
                                and event_place.event_at >= since.at
               where (select true from correction where correction.target_id = event_place.event_id limit 1)
              union
              select correction.target_id
                from correction
               -- From what was corrected to where it was: there is less of it than was ever tapped at a desk.
               cross join lateral (
                   select desk from event_place where event_place.event_id = correction.target_id offset 0
               ) as place
                join since on since.desk = place.desk
               where correction.new_at >= (select min(since.at) from since) and correction.new_at >= since.at
              union
              select correction.target_id
                from correction
                join event_place on event_place.event_id = correction.target_id
               where correction.new_office_id is not null and event_place.desk = any($1::text[])
              union
              select correction.target_id
                from correction_place join correction on correction.id = correction_place.correction_id
               where correction_place.desk = any($1::text[]))
