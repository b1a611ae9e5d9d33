-- The servers that are connected to this database, by the names of their sessions, which every role may read.
select distinct part[1] as version, part[2]::bigint as schema, part[3] as host
  from pg_stat_activity, regexp_match(application_name, '^desktap (\S+) schema (\d+) on (\S+)') as part
 where datname = current_database() and part is not null
 order by schema, version, host
