-- The events that these people's presence follows from: all since they are known to have been off, by their last end that nobody
-- corrected or by a gap longer than any session; and those that are amended to a later time than that.
-- $1 people, bigint[]
with person_from as materialized (
    select one.person_id,
           -- The greater of those that there are.
           coalesce(greatest(
               (select event.at from event
                 where event.person_id = one.person_id and event.kind = 'end' and event.quarantine is null
                   and not exists (select from correction where correction.target_id = event.id)
                 order by event.at desc limit 1),
               off_by_gap(one.person_id, 'infinity')), '-infinity') as at
      from unnest($1::bigint[]) as one (person_id)
)
select event.person_id, event.id, event.type, event.kind, event.at, event.office_id, event.received_at, event.quarantine,
       place.desk
  from person_from
 cross join lateral (
     -- Compared as a row, so that the index by person is used: of one by time alone everybody's events would be read.
     select * from event
      where event.person_id = person_from.person_id
        and (event.person_id, event.at) >= (person_from.person_id, person_from.at)
     offset 0
 ) as event
  left join lateral (select desk from event_place where event_place.event_id = event.id offset 0) as place on true
union all
select event.person_id, event.id, event.type, event.kind, event.at, event.office_id, event.received_at, event.quarantine,
       event.desk
  from person_from
 cross join lateral (
     select * from logged_event
      where logged_event.id in (select target_id from correction
                                 where correction.person_id = person_from.person_id and correction.new_at >= person_from.at)
        and logged_event.at < person_from.at
     offset 0
 ) as event
 order by person_id, at
