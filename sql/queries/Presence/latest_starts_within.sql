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
        from log_place as place
       cross join lateral (
           select * from event
            where event.seq = place.seq and event.kind = 'start' and event.quarantine is null
              and event.person_id <> stretch.person
              and (select true from correction where correction.target_id = event.id limit 1) is null
           offset 0
       ) as event
       where place.desk = stretch.desk and place.office_id = stretch.office
         and (place.at, place.id) > (stretch.from_at, stretch.from_id)
         and (place.at, place.id) < (stretch.to_at, stretch.to_id)
       order by place.at desc, place.id desc
       limit 1
  ) as start
