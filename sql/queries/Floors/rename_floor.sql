-- Gives a floor another name; all that is on it follows.
-- $1 floor, $2 name
update floor set name = $2::text where id = $1::bigint
