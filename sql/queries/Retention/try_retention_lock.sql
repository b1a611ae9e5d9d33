-- Whether this session may erase now: of all servers one does.
select pg_try_advisory_lock(6517362)
