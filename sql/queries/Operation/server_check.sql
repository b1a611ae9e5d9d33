-- PostgreSQL's current clock and the version of the schema. Always one row.
select clock_timestamp() as at, (select max(number) from schema_version)::bigint as version
