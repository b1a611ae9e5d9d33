-- Makes a person visible to provisioners again.
-- :person
update provisioned set removed_at = null where person_id = :person::bigint and removed_at is not null
