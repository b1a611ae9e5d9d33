-- Records that these tags in use were read with the correct content. Tags already confirmed keep their earlier instant.
-- :now      :uids  bytea[]
update tag set written_at = :now::timestamptz
 where uid = any(:uids::bytea[]) and retired_at is null and written_at is null
