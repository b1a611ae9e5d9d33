-- Sets what holds for an office's working days from one of them on.
-- $1 office, $2 the day as days since 1970, or null: from the beginning, $3 time zone, $4 day boundary in seconds,
-- $5 attribution, $6 greatest length of a session, $7 whether it is over at the boundary, $8 repeat window, $9 late after,
-- $10 future tolerance, $11 greatest age, $12 author, $13 now, null: by the
-- database's clock
insert into office_settings (office_id, valid_from, time_zone, day_boundary, attribution, max_session_s, close_at_boundary,
                             repeat_window_s, late_flag_s, future_tolerance_s, max_age_s, author_id, set_at)
values ($1::bigint, coalesce(date '1970-01-01' + $2::int, '-infinity'), $3::text,
        time '00:00' + make_interval(secs => $4::bigint), $5::text, $6::bigint, $7::bool, $8::bigint, $9::bigint,
        $10::bigint, $11::bigint, $12::bigint, coalesce($13::timestamptz, now()))
