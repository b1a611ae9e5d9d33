-- All floors of the office that a floor belongs to. Locks them, in one order, so that no desk is drawn on two at once.
-- $1 floor
select floor.id, floor.name from floor
 where floor.office_id = (select beside.office_id from floor as beside where beside.id = $1::bigint)
 order by floor.id for update
