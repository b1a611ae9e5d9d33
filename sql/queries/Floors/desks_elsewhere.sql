-- The desks of an office that are on other floors than one.
-- $1 office, $2 floor
select id, floor from desk where office_id = $1::bigint and floor <> $2::text
