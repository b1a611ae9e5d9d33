-- The floors of the office that a floor belongs to, in the order of their tabs.
-- $1 floor
select id from floor
 where office_id = (select beside.office_id from floor as beside where beside.id = $1::bigint) order by position, name
