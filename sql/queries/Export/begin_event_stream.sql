-- Sets what all slices of events in this transaction have in common. Removes the time limits, because a client may download
-- slowly.
-- :people  ids, null: all      :first_person, :last_person  the smallest and the largest of these ids
-- :head  number of the latest record that counts, null: all
-- :by_time  true: most people are exported, so events are read by time
select set_config('desktap.export_people', coalesce(:people::bigint[]::text, ''), true),
       set_config('desktap.export_first', :first_person::bigint::text, true),
       set_config('desktap.export_last', :last_person::bigint::text, true),
       set_config('desktap.export_head', coalesce(:head::bigint, 9223372036854775807)::text, true),
       set_config('desktap.export_by_time', :by_time::boolean::text, true),
       set_config('statement_timeout', '0', true),
       set_config('idle_in_transaction_session_timeout', '0', true),
       set_config('work_mem', '64MB', true),
       set_config('enable_mergejoin', 'off', true),
       set_config('max_parallel_workers_per_gather', '0', true)
