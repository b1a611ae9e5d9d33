-- For how long each office keeps records and logs.
select id, name, time_retention_months, place_retention_days, log_retention_months from office order by id
