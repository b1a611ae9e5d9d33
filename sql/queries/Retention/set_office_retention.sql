-- Sets for how long an office keeps records and logs.
-- $1 office, $2 months of time, $3 days of place, $4 months of logs; null leaves it
update office set time_retention_months = coalesce($2::int, time_retention_months),
                  place_retention_days = coalesce($3::int, place_retention_days),
                  log_retention_months = coalesce($4::int, log_retention_months)
 where id = $1::bigint
