-- The time of an office's oldest event that has a part of its record and is deleted with its month. Always one row; null: there is
-- none.
-- :office      :since  the first instant that is kept      :part  place or time
select (select event.at from event
         where event.office_id = :office::bigint and event.at >= :since::timestamptz and not is_held(event.person_id)
           and (:part::text = 'time' or exists (select from log_place where log_place.seq = event.seq))
         order by event.at limit 1) as at
