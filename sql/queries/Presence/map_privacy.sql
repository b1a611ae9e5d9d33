-- The privacy settings of an office's map. No row: the office is unknown.
-- :office
select names_shown_to, allows_private from office where id = :office::bigint
