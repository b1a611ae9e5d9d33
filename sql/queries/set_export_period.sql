-- What a COPY that follows in this transaction is to give; COPY itself takes no parameters. It may take as long as whoever
-- downloads it needs.
-- $1 from, $2 to (not included)
select set_config('desktap.export_from', $1::timestamptz::text, true),
       set_config('desktap.export_to', $2::timestamptz::text, true),
       set_config('statement_timeout', '0', true)
