-- A team of an office by its name.
-- $1 name, $2 office
select id from team where name = $1::text and office_id = $2::bigint
