-- PostgreSQL's current clock, the number of the newest migration, the migration that a program must know, and the names of
-- those settings that are off though a commit is durable only with them. Always one row.
select clock_timestamp() as at, coalesce(max(number), 0)::bigint as schema, coalesce(max(required_migration), 0)::bigint as required_migration,
       (select string_agg(name, ', ' order by name) from pg_settings
         where name in ('fsync', 'full_page_writes', 'synchronous_commit') and setting = 'off') as undurable
  from schema_version
