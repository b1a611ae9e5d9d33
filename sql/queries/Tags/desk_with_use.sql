-- A desk, and when it was tapped at last, as far as places are kept.
-- $1 office, $2 desk
select desk.floor, desk.out_of_service,
       (select max(event_place.event_at) from event_place
         where event_place.desk = desk.id and event_place.event_office_id = desk.office_id)
  from desk
 where desk.office_id = $1::bigint and desk.id = $2::text
