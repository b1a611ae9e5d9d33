-- Sets what the next COPY of events in this transaction returns: COPY itself takes no parameters.
-- :from      :to  not included      :corrected  ids of the events sent in this time that have corrections
select set_config('desktap.export_from', :from::timestamptz::text, true),
       set_config('desktap.export_to', :to::timestamptz::text, true),
       set_config('desktap.export_corrected', :corrected::uuid[]::text, true)
