-- Whether the database is read-only, the number of its newest migration, and the migration that a program must know to use it.
-- Always one row.
select pg_is_in_recovery() or current_setting('transaction_read_only')::boolean as is_read_only,
       coalesce(max(number), 0)::bigint as schema, coalesce(max(required_migration), 0)::bigint as required_migration
  from schema_version
