-- Takes all of somebody's keys back, for good.
-- $1 person, $2 now
update person_key set revoked_at = $2::timestamptz where person_id = $1::bigint and revoked_at is null returning id
