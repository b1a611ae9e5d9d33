-- Sets the parameter of `stream_facts` for this transaction, because COPY takes none. Removes the time limits: a COPY takes as long
-- as its reader needs. Compiling the query takes longer than it saves.
-- :people bigint[]; null: all
select set_config('desktap.fact_people', coalesce(:people::bigint[]::text, ''), true), set_config('jit', 'off', true),
       set_config('statement_timeout', '0', true), set_config('idle_in_transaction_session_timeout', '0', true)
