-- All floors of the office to which a floor belongs, in the order of their tabs.
-- :floor
select id, name from floor
 where office_id = (select beside.office_id from floor as beside where beside.id = :floor::bigint) order by position, name
