-- The usable desks of an office with their floors: by floor in the order of the tabs, then from top to bottom and left to right.
-- :office
select desk.id, desk.floor from desk join floor on floor.office_id = desk.office_id and floor.name = desk.floor
 where desk.office_id = :office::bigint and desk.out_of_service is null
 order by floor.position, floor.name, desk.y, desk.x, desk.id
