-- Forgets taps that nobody claimed while their office kept places. One that says of no office that it is its belongs to each.
-- $1 office, $2 the first instant that is kept
delete from unclaimed_tap as tap
 where tap.received_at < $2::timestamptz
   and case when exists (select from office where name = tap.office)
            then exists (select from office where name = tap.office and id = $1::bigint)
            when exists (select from desk where id = tap.desk)
            then exists (select from desk where id = tap.desk and office_id = $1::bigint)
            else true
       end
