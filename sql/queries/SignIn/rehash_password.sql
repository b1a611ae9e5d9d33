-- Puts another hash of the same password in the place of one.
-- $1 person, $2 the hash so far, $3 the new one
update local_password set hash = $3::text where person_id = $1::bigint and hash = $2::text
