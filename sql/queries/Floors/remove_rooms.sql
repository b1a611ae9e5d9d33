-- Takes all rooms off a floor.
-- $1 office, $2 floor
delete from room where office_id = $1::bigint and floor = $2::text
