-- The first uncorrected start at a desk after each of these positions in the order of taps.
-- number: the position's place in the arrays, from 1. Positions without a later start are left out.
-- Each lookup stops at the first index entry that matches.
-- Arrays, one element per position: :offices bigint[]  :desks text[]  :after_instants timestamptz[]  :after_ids uuid[]
select position.number, start.person_id, start.at, start.id
  from unnest(:offices::bigint[], :desks::text[], :after_instants::timestamptz[], :after_ids::uuid[])
       with ordinality as position (office, desk, at, id, number)
 cross join lateral (
      select event.person_id, event.at, event.id
        from log_place as place
       cross join lateral (
           select * from event
            where event.seq = place.seq and event.kind = 'start' and event.quarantine is null
              and (select true from correction where correction.target_id = event.id limit 1) is null
           offset 0
       ) as event
       where place.desk = position.desk and place.office_id = position.office
         and (place.at, place.id) > (position.at, position.id)
       order by place.at, place.id
       limit 1
  ) as start
