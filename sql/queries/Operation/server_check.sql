-- PostgreSQL's clock at this moment, and the version of the schema.
select clock_timestamp() as at, (select max(number) from schema_version)::bigint as version
