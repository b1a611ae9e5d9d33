-- Whether the result of a clock-out shows how much of the day was owed.
-- :office
select shows_day_target from office where id = :office::bigint
