-- Records that a tag signs with a set of keys. Earlier sets are not valid any more.
-- :uid      :generation      :now
update tag_key set confirmed_at = :now::timestamptz
 where uid = :uid::bytea and generation = :generation::bigint and confirmed_at is null
