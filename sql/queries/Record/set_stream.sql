-- Sets the parameters of `stream_record` for this transaction, because COPY takes none. Removes the time limits: a COPY
-- takes as long as its reader needs. Compiling the query takes longer than it saves.
-- :from  the beginning of the period   :to  the first instant after the events that matter   :people bigint[]; null: all
-- :first_person  the lowest id of the people   :last_person  the highest   :head  the latest record that counts; null: all
-- :all_desks  whether taps other than starts have their desks
select set_config('desktap.stream_from', :from::timestamptz::text, true),
       set_config('desktap.stream_to', :to::timestamptz::text, true),
       set_config('desktap.stream_people', coalesce(:people::bigint[]::text, ''), true),
       set_config('desktap.stream_first', :first_person::bigint::text, true),
       set_config('desktap.stream_last', :last_person::bigint::text, true),
       set_config('desktap.stream_head', coalesce(:head::bigint, 9223372036854775807)::text, true),
       set_config('desktap.stream_all_desks', :all_desks::boolean::text, true),
       set_config('jit', 'off', true), set_config('statement_timeout', '0', true),
       set_config('idle_in_transaction_session_timeout', '0', true)
