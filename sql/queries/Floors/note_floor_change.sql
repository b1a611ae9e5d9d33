-- Another version of a floor.
-- $1 floor, $2 who changed it, null: a command on the server, $3 when
update floor set version = version + 1, changed_by = $2::bigint, changed_at = $3::timestamptz where id = $1::bigint
returning version
