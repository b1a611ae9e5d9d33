-- Sets an office's retention periods. A period that is null stays as it is.
-- :time_months      :place_days      :log_months      :office
update office set time_retention_months = coalesce(:time_months::int, time_retention_months),
                  place_retention_days = coalesce(:place_days::int, place_retention_days),
                  log_retention_months = coalesce(:log_months::int, log_retention_months)
 where id = :office::bigint
