-- The badge that an enrolment assigned; null if none was presented yet.
-- No row: the enrolment is unknown.
-- :enrolment
select badge_id from badge_enrolment where id = :enrolment::bigint
