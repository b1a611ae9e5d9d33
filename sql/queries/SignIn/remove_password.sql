-- Removes a person's password.
-- No row: the person has no password.
-- :person
delete from local_password where person_id = :person::bigint returning person_id
