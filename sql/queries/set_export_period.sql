-- What a COPY that follows in this transaction is to give; COPY itself takes no parameters. It may take as long as whoever
-- downloads it needs.
-- $1 from, $2 to (not included), $3 number of the latest record that counts, null for all, $4 person, null for all
select set_config('desktap.export_from', $1::timestamptz::text, true),
       set_config('desktap.export_to', $2::timestamptz::text, true),
       set_config('desktap.export_head', coalesce($3::bigint, 9223372036854775807)::text, true),
       set_config('desktap.export_person', coalesce($4::bigint::text, ''), true),
       set_config('enable_seqscan', 'on', true),
       set_config('statement_timeout', '0', true)
