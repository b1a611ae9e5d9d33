-- Lets an office's screens say who sits where, or not.
-- $1 office, $2 whether they do
update office set names_on_wall = $2::bool where id = $1::bigint
