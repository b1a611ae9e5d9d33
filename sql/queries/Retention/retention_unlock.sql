-- Lets another server erase.
select pg_advisory_unlock(6517362)
