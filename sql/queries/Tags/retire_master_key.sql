-- Retires a master key. No row: no master key in use has this number.
-- :now      :number
update tag_master_key set retired_at = :now::timestamptz where number = :number::bigint and retired_at is null returning number
