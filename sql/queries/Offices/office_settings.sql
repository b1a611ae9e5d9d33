-- The settings of all offices, by office and by the day from which they are valid. Of several versions for the same day,
-- only the latest is returned. valid_from_day counts days since 1970-01-01; null: from the beginning.
-- :seq  the number of the latest record that counts; null: all settings
select distinct on (office_id, valid_from)
       office_id, nullif(valid_from, '-infinity') - date '1970-01-01' as valid_from_day, time_zone,
       extract(epoch from day_boundary)::bigint as day_boundary_s,
       attribution, max_session_s, close_at_boundary, repeat_window_s, late_flag_s, future_tolerance_s, max_age_s,
       extract(epoch from night_from)::bigint as night_from_s, extract(epoch from night_to)::bigint as night_to_s
  from office_settings
 where :seq::bigint is null
       or exists (select from ledger_fact where subject = 'settings' and subject_id = office_settings.id and seq <= :seq::bigint)
       -- The ledger had no settings yet.
       or not exists (select from ledger_fact where subject = 'settings' and seq <= :seq::bigint)
 order by office_id, valid_from, id desc
