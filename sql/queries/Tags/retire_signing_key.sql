-- Retires a signing key, for good.
-- $1 number, $2 now
update signing_key set retired_at = greatest($2::timestamptz, made_at) where number = $1::bigint and retired_at is null returning number
