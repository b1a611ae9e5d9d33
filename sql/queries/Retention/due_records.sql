-- The numbers of records of some events whose retention has ended, with their corrections, in rising order.
-- For the part place, only records that still have a place.
-- :office  null: all      :person  null: all      :before  the first instant that is kept      :part  place or time
-- :limit  maximum number of events; null: all
with due as (
    select id, seq from due_events(:office::bigint, :person::bigint, :before::timestamptz) as event
     where :part::text = 'time'
        or exists (select from log_place where log_place.seq = event.seq)
        or exists (select from log_place join correction on correction.seq = log_place.seq
                    where correction.target_id = event.id)
     limit :limit::bigint
)
select record.seq
  from (select seq from due union select correction.seq from due join correction on correction.target_id = due.id) as record
 where :part::text = 'time' or exists (select from log_place where log_place.seq = record.seq)
 order by record.seq
