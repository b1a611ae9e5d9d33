-- The ids of an office's desks, in order; of all offices if :office is null.
-- :office or null
select distinct id from desk where office_id = coalesce(:office::bigint, office_id) order by id
