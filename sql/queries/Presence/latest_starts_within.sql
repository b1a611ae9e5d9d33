-- The latest uncorrected start of another person within each of these stretches of a desk's log.
-- number: the stretch's place in the arrays, from 1. Stretches without such a start are left out.
-- Each lookup reads the index backwards from the stretch's end and stops at the first match.
-- Arrays, one element per stretch; its bounds are excluded and are positions in the order of taps:
-- :people bigint[]  whose starts are ignored   :offices bigint[]   :desks text[]
-- :after_instants timestamptz[]  :after_ids uuid[]  :before_instants timestamptz[]  :before_ids uuid[]
select stretch.number, start.person_id, start.at, start.id
  from unnest(:people::bigint[], :offices::bigint[], :desks::text[], :after_instants::timestamptz[], :after_ids::uuid[],
              :before_instants::timestamptz[], :before_ids::uuid[])
       with ordinality as stretch (person, office, desk, from_at, from_id, to_at, to_id, number)
 cross join lateral (
      select event.person_id, event.at, event.id
        from event_place
       cross join lateral (
           select * from event
            where event.id = event_place.event_id and event.kind = 'start' and event.quarantine is null
              and event.person_id <> stretch.person
              and not exists (select from correction where correction.target_id = event.id)
           offset 0
       ) as event
       where event_place.desk = stretch.desk and event_place.event_office_id = stretch.office
         and (event_place.event_at, event_place.event_id) > (stretch.from_at, stretch.from_id)
         and (event_place.event_at, event_place.event_id) < (stretch.to_at, stretch.to_id)
       order by event_place.event_at desc, event_place.event_id desc
       limit 1
  ) as start
