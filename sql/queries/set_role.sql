-- Gives somebody another role.
-- $1 person, $2 role
update person set role = $2::text where id = $1::bigint
