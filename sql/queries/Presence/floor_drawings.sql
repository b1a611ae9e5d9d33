-- One number per office, as text, that changes whenever the drawing of one of the office's floors changes.
-- Offices without floors are left out.
select office_id, sum(hashtextextended(part, 0))::text as drawing
  from (select office_id, concat_ws('|', 'floor', name, position, width, height, encode(picture, 'hex')) from floor
        union all
        select office_id, 'room' || room::text from room
        union all
        select office_id, 'desk' || desk::text from desk) as drawn (office_id, part)
 group by office_id
