-- The first instant that is kept if an office keeps logs for a number of months, and the number of log entries and revoked keys
-- that would be deleted. Entries that concern all offices are kept for the longest period of any office. Always one row.
-- :now      :months      :office
select :now::timestamptz - make_interval(months => :months::int) as since,
       (select count(*) from kept_log
         where (office_id is null or office_id = :office::bigint)
           and at < :now::timestamptz - make_interval(months => case when office_id is null
                    then greatest(:months::int, (select max(log_retention_months) from office where id <> :office::bigint))
                    else :months::int end)) as count
