-- The raw taps of a period as CSV, oldest first. Columns keep their names and their order; new ones come last. A text that
-- a spreadsheet would take for a formula gets an apostrophe in front (CWE-1236); instants are given at UTC's offset, whole
-- milliseconds.
copy (
    select event.seq,
           event.id,
           event.type,
           guarded(person.user_name) as employee_id,
           event.kind,
           guarded(event.at_sent) as at_original,
           to_char(event.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"+00:00"') as at_effective,
           to_char(event.received_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"+00:00"') as received_at,
           guarded(office.name) as office,
           guarded(event_place.desk) as desk,
           case when event.quarantine is null then 'effective' else 'quarantined' end as status,
           null as corrections,
           guarded(person.display_name) as employee_name,
           guarded(office.time_zone) as time_zone,
           guarded(reader.name) as reader
      from event
      join person on person.id = event.person_id
      join office on office.id = event.office_id
      left join event_place on event_place.event_id = event.id
      left join reader on reader.id = event_place.reader_id
     where event.at >= current_setting('desktap.export_from')::timestamptz
       and event.at < current_setting('desktap.export_to')::timestamptz
     order by event.at, event.seq
) to stdout (format csv, header)
