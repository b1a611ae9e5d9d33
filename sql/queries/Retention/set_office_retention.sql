-- Sets an office's retention periods. A period that is null stays as it is.
-- :unlimited_time  whether hours are kept without limit; then :time_months is ignored
-- :time_months      :place_days      :log_months      :office
update office set time_retention_months = case when not :unlimited_time::bool
                                               then coalesce(:time_months::int, time_retention_months) end,
                  place_retention_days = coalesce(:place_days::int, place_retention_days),
                  log_retention_months = coalesce(:log_months::int, log_retention_months)
 where id = :office::bigint
