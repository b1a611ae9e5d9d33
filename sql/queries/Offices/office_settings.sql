-- What each office has set, by the days from which it holds; of several settings for the same day the latest.
select distinct on (office_id, valid_from)
       office_id, nullif(valid_from, '-infinity') - date '1970-01-01', time_zone, extract(epoch from day_boundary)::bigint,
       attribution, max_session_s, close_at_boundary, repeat_window_s, late_flag_s, future_tolerance_s, max_age_s
  from office_settings order by office_id, valid_from, id desc
