-- Shows somebody to provisioners again.
-- $1 person
update provisioned set removed_at = null where person_id = $1::bigint and removed_at is not null
