-- The latest start within each of some stretches of a desk's log, by anybody but one person, that nobody corrected. A stretch
-- without such a start gives no row. Each look begins at the stretch's end and is over at the first entry that will do.
-- $1 people who do not count bigint[], $2 offices bigint[], $3 desks text[]; the places in the order of taps between which each
-- stretch lies: after $4 timestamptz[], $5 uuid[], before $6 timestamptz[], $7 uuid[]
select stretch.number, start.person_id, start.at, start.id
  from unnest($1::bigint[], $2::bigint[], $3::text[], $4::timestamptz[], $5::uuid[], $6::timestamptz[], $7::uuid[])
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
