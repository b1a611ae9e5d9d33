-- The latest uncorrected start at each of these desks, for each office that has a tap at a desk of this name.
-- person_id, at and id are null if the desk has no such start.
-- :desks
select office.id as office_id, named.desk, start.person_id, start.at, start.id
  from unnest(:desks::text[]) as named (desk)
 cross join office
 cross join lateral (
     select from log_place where log_place.desk = named.desk and log_place.office_id = office.id limit 1
 ) as tapped
  left join lateral (
      select event.person_id, event.at, event.id
        from log_place as place
       cross join lateral (
           select * from event
            where event.seq = place.seq and event.kind = 'start' and event.quarantine is null
              and (select true from correction where correction.target_id = event.id limit 1) is null
           offset 0
       ) as event
       where place.desk = named.desk and place.office_id = office.id
       -- Reads the index backwards; usually the first entry matches.
       order by place.at desc, place.id desc
       limit 1
  ) as start on true
