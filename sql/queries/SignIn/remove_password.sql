-- Takes somebody's password away.
-- $1 person
delete from local_password where person_id = $1::bigint returning person_id
