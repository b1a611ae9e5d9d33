-- Everything that the daily rows of some people and days follow from, as the log stood at one of its records, a person after
-- the other: a person's corrections in the order in which they count, then their events by time. For `set_stream`'s settings.
--
-- A person's events are needed from where they are known to be off: their last end before the period that nobody corrected.
-- Where that lies long before it, or is none at all, the events before the lead are looked up one person at a time.
copy (
    with person_from as materialized (
        select person.id as person_id,
               coalesce((select event.at from event
                          where event.person_id = person.id and event.kind = 'end' and event.quarantine is null
                            and event.seq <= current_setting('desktap.stream_head')::bigint
                            and event.at < current_setting('desktap.stream_from')::timestamptz
                            and not exists (select from correction where correction.target_id = event.id)
                          order by event.at desc limit 1), '-infinity') as at
          from person
         -- The range is what the planner goes by; it can make nothing of the list.
         where person.id >= current_setting('desktap.stream_first')::bigint
           and person.id <= current_setting('desktap.stream_last')::bigint
           and coalesce(person.id = any(nullif(current_setting('desktap.stream_people'), '')::bigint[]), true)
    )
    select correction.person_id, null::timestamptz as at, correction.target_id as id, correction.type, correction.new_kind as kind,
           correction.new_office_id as office_id, correction.new_at as received_at, null as quarantine, correction_place.desk,
           correction_place.correction_id is not null as sets_desk, correction.seq
      from person_from join correction on correction.person_id = person_from.person_id
      left join correction_place on correction_place.correction_id = correction.id
     where correction.seq <= current_setting('desktap.stream_head')::bigint
    union all
    select event.person_id, event.at, event.id, event.type, event.kind, event.office_id, event.received_at, event.quarantine,
           event_place.desk, false, event.seq
      from event
      left join event_place on event_place.event_id = event.id
     where event.at >= current_setting('desktap.stream_lead')::timestamptz
       and event.at < current_setting('desktap.stream_to')::timestamptz
       and event.person_id >= current_setting('desktap.stream_first')::bigint
       and event.person_id <= current_setting('desktap.stream_last')::bigint
       and coalesce(event.person_id = any(nullif(current_setting('desktap.stream_people'), '')::bigint[]), true)
       and event.seq <= current_setting('desktap.stream_head')::bigint
    union all
    select event.person_id, event.at, event.id, event.type, event.kind, event.office_id, event.received_at, event.quarantine,
           event_place.desk, false, event.seq
      from person_from
     cross join lateral (
         select event.* from event
          where event.person_id = person_from.person_id and event.at >= person_from.at
            and event.at < current_setting('desktap.stream_lead')::timestamptz
            and person_from.at < current_setting('desktap.stream_lead')::timestamptz
            and event.seq <= current_setting('desktap.stream_head')::bigint
         offset 0
     ) as event
      left join event_place on event_place.event_id = event.id
    union all
    -- Not of this time by what they say, but amended to it, or put aside when they arrived in it.
    select event.person_id, event.at, event.id, event.type, event.kind, event.office_id, event.received_at, event.quarantine,
           event_place.desk, false, event.seq
      from person_from join event on event.person_id = person_from.person_id
      left join event_place on event_place.event_id = event.id
     where event.id in (
               select target_id from correction join person_from as whose on whose.person_id = correction.person_id
                where correction.new_at >= whose.at
                  and correction.new_at < current_setting('desktap.stream_to')::timestamptz
               union
               select late.id from event as late
                where late.quarantine is not null
                  and late.received_at >= current_setting('desktap.stream_from')::timestamptz
                  and late.received_at < current_setting('desktap.stream_to')::timestamptz)
       and (event.at < least(person_from.at, current_setting('desktap.stream_lead')::timestamptz)
            or event.at >= current_setting('desktap.stream_to')::timestamptz)
       and event.seq <= current_setting('desktap.stream_head')::bigint
     order by person_id, at nulls first, seq
) to stdout (format binary)
