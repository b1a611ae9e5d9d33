-- What a COPY of the record that follows in this transaction is to give; COPY itself takes no parameters. It may take as long as
-- whoever reads it needs, and may sort a year in memory rather than on disk.
-- $1 the beginning of the period, $2 some time before it, in which most people ended a session, $3 the first instant that is not
-- needed, $4 people bigint[], null for all, and of their numbers $5 the least and $6 the greatest,
-- $7 number of the latest record that counts, null for all
select set_config('desktap.stream_from', $1::timestamptz::text, true),
       set_config('desktap.stream_lead', $2::timestamptz::text, true),
       set_config('desktap.stream_to', $3::timestamptz::text, true),
       set_config('desktap.stream_people', coalesce($4::bigint[]::text, ''), true),
       set_config('desktap.stream_first', $5::bigint::text, true),
       set_config('desktap.stream_last', $6::bigint::text, true),
       set_config('desktap.stream_head', coalesce($7::bigint, 9223372036854775807)::text, true),
       set_config('statement_timeout', '0', true),
       set_config('work_mem', '64MB', true),
       -- Not a prepared plan, which our sessions keep from reading whole tables: a year of everybody is best read so.
       set_config('enable_seqscan', 'on', true)
