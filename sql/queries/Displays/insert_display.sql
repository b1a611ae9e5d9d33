-- Adds a display.
-- No row: the office has no such floor.
-- :name  :office  :floor
insert into display (name, office_id, floor)
select :name::text, office_id, name from floor where office_id = :office::bigint and name = :floor::text
returning id
