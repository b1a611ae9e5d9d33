-- How all floors of each office are drawn, in one number: another one says that something is drawn in another way.
select office_id, sum(hashtextextended(part, 0))::text
  from (select office_id, concat_ws('|', 'floor', name, position, width, height, encode(picture, 'hex')) from floor
        union all
        select office_id, 'room' || room::text from room
        union all
        select office_id, 'desk' || desk::text from desk) as drawn (office_id, part)
 group by office_id
