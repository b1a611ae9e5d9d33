-- The hash of somebody's password.
-- $1 person
select hash from local_password where person_id = $1::bigint
