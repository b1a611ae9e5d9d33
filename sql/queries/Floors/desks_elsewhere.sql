-- The desks of an office on all floors except one.
-- :office      :floor_name
select id, floor from desk where office_id = :office::bigint and floor <> :floor_name::text
