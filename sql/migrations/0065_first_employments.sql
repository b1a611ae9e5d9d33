-- locks nothing
-- Appends the employments of people who were added before migration 64.
-- repeated until it returns 0

select record_missing_employments(500) as changed;
