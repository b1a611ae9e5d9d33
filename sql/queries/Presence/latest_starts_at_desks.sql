-- The latest uncorrected start at each of these desks.
-- number: the desk's place in the arrays, from 1. Desks without such a start are left out.
-- Each lookup reads the index backwards; usually the first entry matches.
-- Arrays, one element per desk: :offices bigint[]  :desks text[]
select named.number, start.person_id, start.at, start.id
  from unnest(:offices::bigint[], :desks::text[]) with ordinality as named (office, desk, number)
 cross join lateral (
      select event.person_id, event.at, event.id
        from log_place as place
       cross join lateral (
           select * from event
            where event.seq = place.seq and event.kind = 'start' and event.quarantine is null
              and (select true from correction where correction.target_id = event.id limit 1) is null
           offset 0
       ) as event
       where place.desk = named.desk and place.office_id = named.office
       order by place.at desc, place.id desc
       limit 1
  ) as start
