-- The events that determine these people's current presence, ordered by person and instant: the events since the person was
-- certainly off, and earlier events amended to a later instant. The person was certainly off at an uncorrected end, and before the
-- first event after a gap longer than any session. The last end is read with its session, because taps soon after it repeat it:
-- reading begins at an end before it that no further tap can repeat by then.
-- :people
with person_from as materialized (
    select one.person_id,
           -- greatest() ignores nulls.
           coalesce(greatest(ended.at, off_by_gap(one.person_id, ended.at, 'infinity')), '-infinity') as at
      from unnest(:people::bigint[]) as one (person_id)
      left join lateral (
          select event.at from event
           where event.person_id = one.person_id and event.kind = 'end' and event.quarantine is null
             and (select true from correction where correction.target_id = event.id limit 1) is null
           order by event.at desc limit 1
      ) as last on true
      left join lateral (
          select event.at from event
           where event.person_id = one.person_id and event.kind = 'end' and event.quarantine is null
             and event.at < last.at - (select make_interval(secs => max(repeat_window_s) + 1) from office_settings)
             and (select true from correction where correction.target_id = event.id limit 1) is null
           order by event.at desc limit 1
      ) as ended on true
)
select event.person_id, event.id, event.type, event.kind, event.at, event.office_id, event.received_at, event.quarantine,
       place.desk, place.seq is not null as has_place
  from person_from
 cross join lateral (
     -- The row comparison selects the index by person; the index by instant would read the events of all people.
     select * from event
      where event.person_id = person_from.person_id
        and (event.person_id, event.at) >= (person_from.person_id, person_from.at)
     offset 0
 ) as event
  left join lateral (select seq, desk from log_place where log_place.seq = event.seq offset 0) as place on true
union all
select event.person_id, event.id, event.type, event.kind, event.at, event.office_id, event.received_at, event.quarantine,
       event.desk, event.has_place
  from person_from
 cross join lateral (
     select * from logged_event
      where logged_event.id in (select target_id from correction
                                 where correction.person_id = person_from.person_id and correction.new_at >= person_from.at)
        and logged_event.at < person_from.at
     offset 0
 ) as event
 order by person_id, at
