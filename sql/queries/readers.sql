-- All readers.
select id, name, created_at, revoked_at from reader order by name
