-- Deletes an office's export layout. No row: there is none of this name.
-- :office      :name
delete from export_layout where office_id = :office::bigint and name = :name::text returning name
