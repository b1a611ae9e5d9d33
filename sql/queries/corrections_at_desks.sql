-- The corrections of those events, in the order in which they count.
-- $1 desks, text[]
select target_id, type, new_at, new_kind, new_office_id, sets_desk, desk
  from logged_correction
 where target_id in (select event_place.event_id from event_place where event_place.desk = any($1::text[])
                     union
                     select correction.target_id
                       from correction_place join correction on correction.id = correction_place.correction_id
                      where correction_place.desk = any($1::text[]))
 order by seq
