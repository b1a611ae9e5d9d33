-- Changes an office's export layout and its name, and whether its content changed. No row: it is no longer as it was shown.
-- :office      :old      :shown  when it was saved      :name      :layout  a JSON document      :author      :now
with shown as (
    select layout from export_layout where office_id = :office::bigint and name = :old::text
)
update export_layout
   set name = :name::text, layout = :layout::text::jsonb, author_id = :author::bigint, at = :now::timestamptz
 where office_id = :office::bigint and name = :old::text and at = :shown::timestamptz
returning layout <> (select layout from shown) as is_changed
