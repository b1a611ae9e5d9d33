-- The export layouts of an office, by name.
-- :office
select export_layout.name, jsonb_pretty(export_layout.layout) as layout, person.user_name as author, export_layout.at
  from export_layout join person on person.id = export_layout.author_id
 where export_layout.office_id = :office::bigint order by export_layout.name
