-- A desk and the instant of its latest tap (null: none, or its location data is deleted).
-- No row: the office has no such desk.
-- :office      :desk
select desk.floor, desk.out_of_service,
       exists (select from signing_desk
                where signing_desk.office_id = desk.office_id and signing_desk.desk = desk.id) as is_signing,
       (select max(place.at) from log_place as place
         where place.desk = desk.id and place.office_id = desk.office_id) as last_use_at
  from desk
 where desk.office_id = :office::bigint and desk.id = :desk::text
