-- The size of a table with its indexes, in words. Always one row; null if there is no such table.
-- :table
select pg_size_pretty(pg_total_relation_size(to_regclass(:table::text))) as size
