-- Tries to take the lock that lets only one server at a time erase records. It belongs to the database session.
select pg_try_advisory_lock(6517364) as is_locked
