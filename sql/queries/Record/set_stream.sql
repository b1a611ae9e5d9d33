-- What a COPY of the record that follows in this transaction is to give; COPY itself takes no parameters. It may take as long as
-- whoever reads it needs.
-- $1 the beginning of the period, $2 the first instant that is not needed, $3 people bigint[], null for all, and of their numbers
-- $4 the least and $5 the greatest, $6 number of the latest record that counts, null for all
select set_config('desktap.stream_from', $1::timestamptz::text, true),
       set_config('desktap.stream_to', $2::timestamptz::text, true),
       set_config('desktap.stream_people', coalesce($3::bigint[]::text, ''), true),
       set_config('desktap.stream_first', $4::bigint::text, true),
       set_config('desktap.stream_last', $5::bigint::text, true),
       set_config('desktap.stream_head', coalesce($6::bigint, 9223372036854775807)::text, true),
       set_config('statement_timeout', '0', true),
       set_config('idle_in_transaction_session_timeout', '0', true)
