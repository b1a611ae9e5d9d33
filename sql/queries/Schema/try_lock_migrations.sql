-- Locks the migrations until this session unlocks them or ends, unless another session has locked them. Always one row.
-- :lock  the number of the lock
select pg_try_advisory_lock(:lock::bigint) as is_locked
