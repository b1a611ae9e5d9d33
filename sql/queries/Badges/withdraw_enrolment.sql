-- Waits no longer.
-- $1 enrolment, $2 now
update badge_enrolment set closed_at = $2::timestamptz where id = $1::bigint and closed_at is null
