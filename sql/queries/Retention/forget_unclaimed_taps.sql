-- Deletes taps of unclaimed badges that are older than the location data of an office. A tap that names neither an office
-- nor a desk that exists is deleted with the location data of any office.
-- :before  the first instant that is kept      :office
delete from unclaimed_tap as tap
 where tap.received_at < :before::timestamptz
   and case when exists (select from office where tap.office = any(former_names || name))
            then exists (select from office where tap.office = any(former_names || name) and id = :office::bigint)
            when exists (select from desk where id = tap.desk)
            then exists (select from desk where id = tap.desk and office_id = :office::bigint)
            else true
       end
