-- Sets whether an office's displays show names at desks.
-- :shows_names  :office
update office set names_on_wall = :shows_names::bool where id = :office::bigint
