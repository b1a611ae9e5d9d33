-- The first start at a desk after each of some places in the order of taps, that nobody corrected. A place that no start follows
-- gives no row. Each look is over at the first entry of the index that will do.
-- $1 offices bigint[], $2 desks text[]; the places: $3 timestamptz[], $4 uuid[]
select place.number, start.person_id, start.at, start.id
  from unnest($1::bigint[], $2::text[], $3::timestamptz[], $4::uuid[]) with ordinality as place (office, desk, at, id, number)
 cross join lateral (
      select event.person_id, event.at, event.id
        from event_place
       cross join lateral (
           select * from event
            where event.id = event_place.event_id and event.kind = 'start' and event.quarantine is null
              and not exists (select from correction where correction.target_id = event.id)
           offset 0
       ) as event
       where event_place.desk = place.desk and event_place.event_office_id = place.office
         and (event_place.event_at, event_place.event_id) > (place.at, place.id)
       order by event_place.event_at, event_place.event_id
       limit 1
  ) as start
