-- The raw events of a period as CSV, as the log stood at one of its records, oldest first: those that are of it with their corrections. Columns keep their names and
-- their order; new ones come last. A text that a spreadsheet would take for a formula gets an apostrophe in front (CWE-1236);
-- instants are given at UTC's offset, whole milliseconds.
copy (
    select event.seq,
           event.id,
           event.type,
           guarded(person.user_name) as employee_id,
           coalesce(folded.kind, event.kind) as kind,
           guarded(event.at_sent) as at_original,
           to_char(coalesce(folded.at, event.at) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"+00:00"') as at_effective,
           to_char(event.received_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"+00:00"') as received_at,
           guarded(office.name) as office,
           guarded(case when folded.sets_desk then folded.desk else event_place.desk end) as desk,
           -- A void holds until a restoration; a restoration or a new instant ends a quarantine.
           case when folded.voided > coalesce(folded.restored, 0) then 'voided'
                when event.quarantine is not null and not coalesce(folded.released, false) then 'quarantined'
                else 'effective' end as status,
           guarded(nullif(concat_ws('; ', 'added by ' || author.user_name || ' (' || event.reason || ')', folded.corrections),
                          '')) as corrections,
           guarded(person.display_name) as employee_name,
           guarded(setting.time_zone) as time_zone,
           guarded(reader.name) as reader
      from event
      join person on person.id = event.person_id
      left join person as author on author.id = event.author_id
      left join event_place on event_place.event_id = event.id
      left join reader on reader.id = event_place.reader_id
      left join lateral (
          select (array_agg(one.new_at order by one.seq desc) filter (where one.new_at is not null))[1] as at,
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
           where one.target_id = event.id and one.seq <= current_setting('desktap.export_head')::bigint
      ) as folded on true
      join office on office.id = coalesce(folded.office_id, event.office_id)
     -- By UTC's date, so that it may be the neighbouring day's where an office changed its zone; no instant hangs on it.
     cross join lateral (
          select time_zone from office_settings
           where office_settings.office_id = office.id and valid_from <= coalesce(folded.at, event.at)::date
           order by valid_from desc, office_settings.id desc limit 1
      ) as setting
     where event.seq <= current_setting('desktap.export_head')::bigint
       and coalesce(event.person_id = nullif(current_setting('desktap.export_person'), '')::bigint, true)
       and coalesce(folded.at, event.at) >= current_setting('desktap.export_from')::timestamptz
       and coalesce(folded.at, event.at) < current_setting('desktap.export_to')::timestamptz
       and ((event.at >= current_setting('desktap.export_from')::timestamptz
             and event.at < current_setting('desktap.export_to')::timestamptz)
            or event.id in (select target_id from correction
                             where new_at >= current_setting('desktap.export_from')::timestamptz
                               and new_at < current_setting('desktap.export_to')::timestamptz))
     order by coalesce(folded.at, event.at), event.seq
) to stdout (format csv, header)
