-- The personnel numbers of the people who have one.
-- :people bigint[]; null: all
select id, personnel_number from person
 where personnel_number is not null and (:people::bigint[] is null or id = any(:people::bigint[]))
