-- The hash of a person's password.
-- No row: the person has no password.
-- :person
select hash from local_password where person_id = :person::bigint
