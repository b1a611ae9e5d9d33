-- PostgreSQL's current clock, the version of the schema, and the names of those settings that are off though a commit is durable only
-- with them. Always one row.
select clock_timestamp() as at, (select max(number) from schema_version)::bigint as version,
       (select string_agg(name, ', ' order by name) from pg_settings
         where name in ('fsync', 'full_page_writes', 'synchronous_commit') and setting = 'off') as undurable
