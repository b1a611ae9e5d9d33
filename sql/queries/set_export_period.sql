-- What a COPY that follows in this transaction is to give; COPY itself takes no parameters.
-- $1 from, $2 to (not included)
select set_config('desktap.export_from', $1::timestamptz::text, true),
       set_config('desktap.export_to', $2::timestamptz::text, true)
