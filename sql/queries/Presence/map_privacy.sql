-- Who reads names on an office's map, and whether people there may stay unnamed.
-- $1 office
select names_shown_to, allows_private from office where id = $1::bigint
