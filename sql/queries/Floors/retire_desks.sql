-- Desks of a floor that are no more. What was recorded at them stays.
-- $1 office, $2 floor, $3 the desks that stay, text[]
delete from desk where office_id = $1::bigint and floor = $2::text and id <> all($3::text[])
