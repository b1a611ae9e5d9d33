-- Notes that these tags were read with what they should say.
-- $1 UIDs bytea[], $2 now
update tag set written_at = $2::timestamptz
 where uid = any($1::bytea[]) and retired_at is null and written_at is null
