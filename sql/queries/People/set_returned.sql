-- Notes that somebody who left works here again. Their earlier badges and keys stay as they are.
-- $1 person
update person set left_at = null where id = $1::bigint and left_at is not null returning id
