-- Adds a version of an office's settings, valid from a working day.
-- :office      :valid_from_day  days since 1970-01-01, null: from the beginning      :time_zone  IANA name
-- :day_boundary_s  seconds after midnight      :attribution      :max_session_s  null: no limit      :close_at_boundary
-- :repeat_window_s      :late_flag_s      :future_tolerance_s      :max_age_s  null: no limit
-- :night_from_s  seconds after midnight, null: none      :night_to_s
-- :author  null: a command on the server      :now  null: by the database's clock
insert into office_settings (office_id, valid_from, time_zone, day_boundary, attribution, max_session_s, close_at_boundary,
                             repeat_window_s, late_flag_s, future_tolerance_s, max_age_s, night_from, night_to, author_id, set_at)
values (:office::bigint, coalesce(date '1970-01-01' + :valid_from_day::int, '-infinity'), :time_zone::text,
        time '00:00' + make_interval(secs => :day_boundary_s::bigint), :attribution::text, :max_session_s::bigint,
        :close_at_boundary::bool, :repeat_window_s::bigint, :late_flag_s::bigint,
        :future_tolerance_s::bigint,
        :max_age_s::bigint, time '00:00' + make_interval(secs => :night_from_s::bigint),
        time '00:00' + make_interval(secs => :night_to_s::bigint), :author::bigint, coalesce(:now::timestamptz, now()))
