-- The open enrolments.
select id, reader_id, asked_at, expires_at from badge_enrolment where closed_at is null
