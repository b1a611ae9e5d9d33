-- Removes an office's layout; gives its name where there was one.
-- $1 office, $2 name
delete from export_layout where office_id = $1::bigint and name = $2::text returning name
