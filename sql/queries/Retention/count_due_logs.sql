-- The number of due log entries and revoked keys of each office; office_id is null for those that concern all offices.
-- Left out: offices without any.
select office_id, count(*) as count from due_log group by office_id
