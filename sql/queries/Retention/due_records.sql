-- The numbers of records of some events whose retention has ended, with their corrections, in rising order.
-- For the part place, only records that still have a place.
-- :office  null: all      :person  null: all      :before  the first instant that is kept      :part  place or time
-- :limit  maximum number of events
with due as (
    select id, seq from due_events(:office::bigint, :person::bigint, :before::timestamptz) as event
     where :part::text = 'time'
        or exists (select from event_place where event_place.event_id = event.id)
        or exists (select from correction_place join correction on correction.id = correction_place.correction_id
                    where correction.target_id = event.id)
     limit :limit::bigint
)
select seq from due where :part::text = 'time' or exists (select from event_place where event_place.event_id = due.id)
union
select correction.seq from due join correction on correction.target_id = due.id
 where :part::text = 'time' or exists (select from correction_place where correction_place.correction_id = correction.id)
 order by seq
