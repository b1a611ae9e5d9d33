-- The number of a person's records with a place, such as a desk. Always one row.
-- :person
select count(*) as count from log_record join log_place on log_place.seq = log_record.seq
 where log_record.person_id = :person::bigint
