-- Starts at desks of these names that nobody corrected, from an instant on.
-- $1 desks, text[], $2 from
select event.office_id, named.desk, event.person_id, event.at, event.id
  from unnest($1::text[]) as named (desk)
 cross join office
  join event_place on event_place.desk = named.desk and event_place.event_office_id = office.id
                  and event_place.event_at >= $2::timestamptz
 -- One look at the index for each tap at the desk ('offset 0' keeps it so), however many the log has of all desks.
 cross join lateral (
     select * from event
      where event.id = event_place.event_id and event.kind = 'start' and event.quarantine is null
        and not exists (select from correction where correction.target_id = event.id)
     offset 0
 ) as event
