-- Ends the hold on a person.
-- $1 person, $2 now
update legal_hold set released_at = $2::timestamptz where person_id = $1::bigint and released_at is null returning id
