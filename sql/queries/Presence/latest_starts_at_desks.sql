-- The latest start at each desk of these names that nobody corrected, for each office where anybody tapped there; null where
-- there was no such start.
-- $1 desks, text[]
select office.id, named.desk, start.person_id, start.at, start.id
  from unnest($1::text[]) as named (desk)
 cross join office
 cross join lateral (
     select from event_place where event_place.desk = named.desk and event_place.event_office_id = office.id limit 1
 ) as tapped
  left join lateral (
      select event.person_id, event.at, event.id
        from event_place
       cross join lateral (
           select * from event
            where event.id = event_place.event_id and event.kind = 'start' and event.quarantine is null
              and not exists (select from correction where correction.target_id = event.id)
           offset 0
       ) as event
       where event_place.desk = named.desk and event_place.event_office_id = office.id
       -- The entries of the index from its end; most often the first will do.
       order by event_place.event_at desc, event_place.event_id desc
       limit 1
  ) as start on true
