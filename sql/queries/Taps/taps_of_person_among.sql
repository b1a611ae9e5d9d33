-- Which of these taps a person made.
-- $1 ids uuid[], $2 person
select id from event where id = any ($1::uuid[]) and person_id = $2::bigint
