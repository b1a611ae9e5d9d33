-- Sets for how long an office keeps records.
-- $1 office, $2 months of time, $3 days of place; null leaves it
update office set time_retention_months = coalesce($2::int, time_retention_months),
                  place_retention_days = coalesce($3::int, place_retention_days)
 where id = $1::bigint
