-- Saves an office's export layout. Replaces one of the same name.
-- :office      :name      :layout  a JSON document      :author      :now
insert into export_layout (office_id, name, layout, author_id, at)
values (:office::bigint, :name::text, :layout::text::jsonb, :author::bigint, :now::timestamptz)
on conflict (office_id, name) do update set layout = excluded.layout, author_id = excluded.author_id, at = excluded.at
