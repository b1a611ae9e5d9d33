-- When the oldest data that the retention of logs keeps is due, by kind and office; office_id is null for data about all offices.
-- Left out: kinds without any.
select kept_log.kind, kept_log.office_id,
       min(kept_log.at) + make_interval(months => coalesce(max(office.log_retention_months),
                                                           (select max(log_retention_months) from office))) as due
  from kept_log left join office on office.id = kept_log.office_id
 group by kept_log.kind, kept_log.office_id
