-- Whether hours after an instant were erased by a record after a number. One row.
-- :seq      :from
select exists (select from erasure
                where part = 'time' and seq > :seq::bigint and before > :from::timestamptz) as is_erased
