-- What a COPY of events that follows in this transaction is to give; COPY itself takes no parameters.
-- $1 from, $2 to (not included), $3 uuid[]: the events that were sent as of that time and have corrections
select set_config('desktap.export_from', $1::timestamptz::text, true),
       set_config('desktap.export_to', $2::timestamptz::text, true),
       set_config('desktap.export_corrected', $3::uuid[]::text, true)
