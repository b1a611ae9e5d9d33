-- Says which tag came in the place of a retired one.
-- $1 the retired tag, $2 the new one
update tag set replaced_by = $2::bigint where id = $1::bigint
