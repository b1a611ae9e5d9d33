-- How many desks of an office's floors can be used.
-- $1 office
select floor, count(*) from desk where office_id = $1::bigint and out_of_service is null group by floor
