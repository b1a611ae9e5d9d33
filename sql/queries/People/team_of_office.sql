-- A team of an office, by name.
-- No row: the office has no such team.
-- :name  :office
select id from team where name = :name::text and office_id = :office::bigint
