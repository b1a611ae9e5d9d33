-- The people whom facts of some records concern; null: all people.
-- :after  the number of the last record before them   :head  of the last one
select distinct person_id from hours_fact where entry > :after::bigint and entry <= :head::bigint
