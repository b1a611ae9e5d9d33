-- What all slices of events that follow in this transaction have in common. They may take as long as whoever downloads them needs.
-- $1 people bigint[], null for all, and of their numbers $2 the least and $3 the greatest,
-- $4 number of the latest record that counts, null for all, $5 whether these are so many that events are read by time
select set_config('desktap.export_people', coalesce($1::bigint[]::text, ''), true),
       set_config('desktap.export_first', $2::bigint::text, true),
       set_config('desktap.export_last', $3::bigint::text, true),
       set_config('desktap.export_head', coalesce($4::bigint, 9223372036854775807)::text, true),
       set_config('desktap.export_by_time', $5::boolean::text, true),
       set_config('statement_timeout', '0', true),
       set_config('idle_in_transaction_session_timeout', '0', true),
       set_config('work_mem', '64MB', true),
       set_config('enable_mergejoin', 'off', true),
       set_config('max_parallel_workers_per_gather', '0', true)
