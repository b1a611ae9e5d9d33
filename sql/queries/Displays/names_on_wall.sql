-- Whether an office's screens say who sits where.
-- $1 office
select names_on_wall from office where id = $1::bigint
