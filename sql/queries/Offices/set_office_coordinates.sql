-- Notes where an office is.
-- $1 office, $2 degrees north, $3 degrees east
update office set latitude = $2::double precision, longitude = $3::double precision where id = $1::bigint
