-- The badge that came; null: none so far.
-- $1 enrolment
select badge_id from badge_enrolment where id = $1::bigint
