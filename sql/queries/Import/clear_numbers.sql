-- Takes away the personnel numbers of people who get other ones.
-- :people
update person set personnel_number = null where id = any(:people::bigint[])
