-- The number of usable desks of each floor of an office. Left out: floors without usable desks.
-- :office
select floor, count(*) as count from desk where office_id = :office::bigint and out_of_service is null group by floor
