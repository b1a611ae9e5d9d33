-- Takes a tag out of use, for good.
-- $1 tag, $2 now, $3 why
update tag set retired_at = greatest($2::timestamptz, made_at), why = $3::text
 where id = $1::bigint and retired_at is null
returning id
