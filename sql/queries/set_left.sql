-- Notes that somebody who works here leaves.
-- $1 user name, $2 at
update person set left_at = $2::timestamptz where user_name = $1::text and left_at is null returning id
