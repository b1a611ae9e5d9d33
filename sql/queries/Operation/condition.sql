-- Whether the database is read-only, and the version of its schema. Always one row.
select pg_is_in_recovery() or current_setting('transaction_read_only')::boolean as is_read_only,
       (select coalesce(max(number), 0) from schema_version) as schema_version
