-- Nobody waits any longer where the time is over.
-- $1 now
update badge_enrolment set closed_at = $1::timestamptz where closed_at is null and expires_at <= $1::timestamptz
