-- Closes an enrolment.
-- :now  :enrolment
update badge_enrolment set closed_at = :now::timestamptz where id = :enrolment::bigint and closed_at is null
