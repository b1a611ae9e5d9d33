-- Retires a signing key permanently. No row: there is no such key in use.
-- :now      :number
update signing_key set retired_at = greatest(:now::timestamptz, made_at)
 where number = :number::bigint and retired_at is null
returning number
