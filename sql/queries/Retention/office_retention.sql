-- The retention periods of all offices, by id. time_retention_months is null if not set.
select id, name, time_retention_months, place_retention_days, log_retention_months from office order by id
