-- The layouts of an office, by name.
-- $1 office
select export_layout.name, jsonb_pretty(export_layout.layout), person.user_name, export_layout.at
  from export_layout join person on person.id = export_layout.author_id
 where export_layout.office_id = $1::bigint order by export_layout.name
