-- Records that a former employee works here again. Earlier badges and keys stay invalid.
-- No row: the person is unknown or has not left.
-- :person
update person set left_at = null, last_day = null where id = :person::bigint and left_at is not null returning id
