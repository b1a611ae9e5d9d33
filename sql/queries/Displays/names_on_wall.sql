-- Whether an office's displays show names at desks.
-- No row: the office is unknown.
-- :office
select names_on_wall from office where id = :office::bigint
