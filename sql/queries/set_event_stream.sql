-- What a COPY of events that follows in this transaction is to give; COPY itself takes no parameters. It may take as long as
-- whoever downloads it needs.
-- $1 from, $2 to (not included), $3 people bigint[], null for all, and of their numbers $4 the least and $5 the greatest,
-- $6 number of the latest record that counts, null for all
select set_config('desktap.export_from', $1::timestamptz::text, true),
       set_config('desktap.export_to', $2::timestamptz::text, true),
       set_config('desktap.export_people', coalesce($3::bigint[]::text, ''), true),
       set_config('desktap.export_first', $4::bigint::text, true),
       set_config('desktap.export_last', $5::bigint::text, true),
       set_config('desktap.export_head', coalesce($6::bigint, 9223372036854775807)::text, true),
       set_config('statement_timeout', '0', true),
       set_config('work_mem', '64MB', true),
       set_config('enable_seqscan', 'on', true)
