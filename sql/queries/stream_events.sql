-- The raw events of some people and a time, as the log stood at one of its records: with their corrections, by the instants that
-- count. For `set_event_stream`'s settings. Corrections are folded first: few of a year's millions of events have any.
copy (
    with chosen as materialized (
        select person.id from person
         where person.id = any ((select nullif(current_setting('desktap.export_people'), '')::bigint[])::bigint[])
    ),
    folded as materialized (
        select one.target_id,
               (array_agg(one.new_at order by one.seq desc) filter (where one.new_at is not null))[1] as at,
               (array_agg(one.new_kind order by one.seq desc) filter (where one.new_kind is not null))[1] as kind,
               (array_agg(one.new_office_id order by one.seq desc) filter (where one.new_office_id is not null))[1]
                   as office_id,
               bool_or(place.correction_id is not null) as sets_desk,
               (array_agg(place.desk order by one.seq desc) filter (where place.correction_id is not null))[1] as desk,
               max(one.seq) filter (where one.type = 'void') as voided,
               max(one.seq) filter (where one.type = 'restore') as restored,
               bool_or(one.type = 'restore' or one.new_at is not null) as released,
               string_agg(
                   concat_ws(' ', one.type, 'at ' || one.new_at_sent, 'kind ' || one.new_kind, 'desk ' || place.desk,
                             'by ' || editor.user_name,
                             to_char(one.received_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"+00:00"'),
                             '(' || one.reason || ')'), '; ' order by one.seq) as corrections
          from correction as one
          join person as editor on editor.id = one.author_id
          left join correction_place as place on place.correction_id = one.id
         where one.seq <= current_setting('desktap.export_head')::bigint
           and one.person_id >= current_setting('desktap.export_first')::bigint
           and one.person_id <= current_setting('desktap.export_last')::bigint
         group by one.target_id
    )
    select event.seq, event.id, event.type, event.person_id,
           coalesce(folded.kind, event.kind) as kind,
           event.at_sent,
           coalesce(folded.at, event.at) as at,
           event.received_at,
           coalesce(folded.office_id, event.office_id) as office_id,
           case when folded.sets_desk then folded.desk else event_place.desk end as desk,
           -- A void holds until a restoration; a restoration or a new instant ends a quarantine.
           case when folded.voided > coalesce(folded.restored, 0) then 'voided'
                when event.quarantine is not null and not coalesce(folded.released, false) then 'quarantined'
                else 'effective' end as status,
           nullif(concat_ws('; ', 'added by ' || author.user_name || ' (' || event.reason || ')', folded.corrections), '')
               as corrections,
           reader.name as reader
      from (
          select * from event
           where event.seq <= (select current_setting('desktap.export_head')::bigint)
             -- The range is what the planner goes by; it can make nothing of the list.
             and event.person_id >= current_setting('desktap.export_first')::bigint
             and event.person_id <= current_setting('desktap.export_last')::bigint
             and ((select current_setting('desktap.export_people') = '') or event.person_id in (select id from chosen))
             and ((event.at >= current_setting('desktap.export_from')::timestamptz
                   and event.at < current_setting('desktap.export_to')::timestamptz)
                  or event.id in (select target_id from correction
                                   where new_at >= current_setting('desktap.export_from')::timestamptz
                                     and new_at < current_setting('desktap.export_to')::timestamptz))
      ) as event
      left join person as author on author.id = event.author_id
      left join event_place on event_place.event_id = event.id
      left join reader on reader.id = event_place.reader_id
      left join folded on folded.target_id = event.id
     where coalesce(folded.at, event.at) >= (select current_setting('desktap.export_from')::timestamptz)
       and coalesce(folded.at, event.at) < (select current_setting('desktap.export_to')::timestamptz)
     order by coalesce(folded.at, event.at), event.seq
) to stdout (format binary)
