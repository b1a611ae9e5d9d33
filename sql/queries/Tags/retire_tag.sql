-- Retires a tag permanently. No row: the tag is unknown or already retired.
-- :now      :why  the reason, shown to administrators      :tag
update tag set retired_at = greatest(:now::timestamptz, made_at), why = :why::text
 where id = :tag::bigint and retired_at is null
returning id
