-- The log of some people, as of one record, for their daily rows of a period. Takes its parameters from `set_stream`.
-- Ordered by person; within a person, the corrections in the order in which they apply, then the events by instant.
-- COPY carries no column names: `EventsByPerson` reads the columns by position. sets_desk of an event: it was added as a start, and
-- its place is known; without a desk, it is work away from one.
--
-- A person's events are read from an instant at which the person was certainly off: an uncorrected end that no tap of the period
-- can repeat, or a gap longer than any session, which is only looked for without an end in the week before. One index provides
-- the events in this order and another the desks, so that only the rows of one person are sorted at a time.
copy (
    select person_from.person_id, nullif(record.at, '-infinity') as at, record.id, record.type, record.kind,
           record.office_id, record.received_at, record.quarantine, record.desk, record.sets_desk, record.seq
      from (
          select person.id as person_id,
                 current_setting('desktap.stream_all_desks')::boolean
                 or exists (select from correction where person_id = person.id and new_kind = 'start') as has_all_desks,
                 case when ended.at > current_setting('desktap.stream_from')::timestamptz - interval '7 days' then ended.at
                      else coalesce(greatest(
                          ended.at, off_by_gap(person.id, ended.at, current_setting('desktap.stream_from')::timestamptz)),
                          '-infinity') end as at
            from person
            left join lateral (
                select event.at from event
                 where event.person_id = person.id and event.kind = 'end' and event.quarantine is null
                   and event.seq <= current_setting('desktap.stream_head')::bigint
                   and event.at < current_setting('desktap.stream_from')::timestamptz
                                  - (select make_interval(secs => max(repeat_window_s) + 1) from office_settings)
                   and not exists (select from correction where correction.target_id = event.id)
                 order by event.at desc limit 1
            ) as ended on true
           -- The planner estimates by the range; it cannot estimate the list.
           where person.id >= current_setting('desktap.stream_first')::bigint
             and person.id <= current_setting('desktap.stream_last')::bigint
             and (current_setting('desktap.stream_people') = ''
                  or person.id in (select unnest(nullif(current_setting('desktap.stream_people'), '')::bigint[])))
           order by person.id
          offset 0
      ) as person_from
     cross join lateral (
         select timestamptz '-infinity' as at, correction.target_id as id, correction.type, correction.new_kind as kind,
                correction.new_office_id as office_id, correction.new_at as received_at, null as quarantine,
                place.desk, place.seq is not null as sets_desk, correction.seq
           from correction
           left join log_place as place on place.seq = correction.seq and correction.type = 'amend'
          where correction.person_id = person_from.person_id
            and correction.seq <= current_setting('desktap.stream_head')::bigint
         union all
         select event.at, event.id, event.type, event.kind, event.office_id, event.received_at, event.quarantine,
                case when event.kind = 'start' or has_all_desks
                     then (select desk from log_place where log_place.seq = event.seq) end,
                event.type = 'add' and event.kind = 'start' and exists (select from log_place where log_place.seq = event.seq),
                event.seq
           from event
          where event.person_id = person_from.person_id and event.at >= person_from.at
            and event.at < current_setting('desktap.stream_to')::timestamptz
            and event.seq <= current_setting('desktap.stream_head')::bigint
         union all
         -- Events outside the period that were amended to it, or quarantined and received in it.
         select event.at, event.id, event.type, event.kind, event.office_id, event.received_at, event.quarantine,
                (select desk from log_place where log_place.seq = event.seq),
                event.type = 'add' and event.kind = 'start' and exists (select from log_place where log_place.seq = event.seq),
                event.seq
           from event
          where event.id in (
                    select target_id from correction
                     where correction.person_id = person_from.person_id and correction.new_at >= person_from.at
                       and correction.new_at < current_setting('desktap.stream_to')::timestamptz
                    union
                    select late.id from event as late
                     where late.person_id = person_from.person_id and late.quarantine is not null
                       and late.received_at >= current_setting('desktap.stream_from')::timestamptz
                       and late.received_at < current_setting('desktap.stream_to')::timestamptz)
            and (event.at < person_from.at or event.at >= current_setting('desktap.stream_to')::timestamptz)
            and event.seq <= current_setting('desktap.stream_head')::bigint
     ) as record
     order by person_from.person_id, record.at, record.seq
) to stdout (format binary)
