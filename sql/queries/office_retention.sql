-- For how long each office keeps records.
select id, name, time_retention_months, place_retention_days from office order by id
