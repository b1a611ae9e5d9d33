-- Saves an office's export layout, and whether it replaced one of the same name.
-- No row: there is one of the same name, and it is not replaced.
-- :office      :name      :layout  a JSON document      :author      :now      :replaces
with replaced as (
    select from export_layout where office_id = :office::bigint and name = :name::text
)
insert into export_layout (office_id, name, layout, author_id, at)
values (:office::bigint, :name::text, :layout::text::jsonb, :author::bigint, :now::timestamptz)
on conflict (office_id, name) do update set layout = excluded.layout, author_id = excluded.author_id, at = excluded.at
 where :replaces::boolean
returning exists (select from replaced) as has_replaced
