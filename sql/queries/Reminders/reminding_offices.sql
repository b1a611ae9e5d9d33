-- The offices with reminders, by id. last_run counts days since 1970-01-01; null: missing ends were never looked for.
select office_id, is_on, missing_end_s, quiet_from_s, quiet_to_s, on_since,
       last_run - date '1970-01-01' as last_run
  from office_reminders where is_on order by office_id
