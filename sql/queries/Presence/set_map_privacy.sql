-- Sets who reads names on an office's map, and whether people there may stay unnamed; null leaves it.
-- $1 office, $2 names shown to, $3 allows private
update office set names_shown_to = coalesce($2::text, names_shown_to), allows_private = coalesce($3::bool, allows_private)
 where id = $1::bigint
