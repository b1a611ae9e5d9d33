-- Closes enrolments that have expired.
-- :now
update badge_enrolment set closed_at = :now::timestamptz where closed_at is null and expires_at <= :now::timestamptz
