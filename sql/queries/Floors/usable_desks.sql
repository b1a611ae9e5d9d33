-- The number of usable desks of each floor of an office. Left out: floors without desks.
-- closed: the ids of the desks out of service, separated by spaces.
-- :office
select floor, count(*) filter (where out_of_service is null) as count,
       coalesce(string_agg(id, ' ' order by id) filter (where out_of_service is not null), '') as closed
  from desk where office_id = :office::bigint group by floor
