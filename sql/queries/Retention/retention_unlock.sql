-- Releases the lock of try_retention_lock.
select pg_advisory_unlock(6517364)
