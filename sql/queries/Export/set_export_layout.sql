-- Saves an office's layout, in the place of one of the same name.
-- $1 office, $2 name, $3 layout, $4 author, $5 at
insert into export_layout (office_id, name, layout, author_id, at)
values ($1::bigint, $2::text, $3::text::jsonb, $4::bigint, $5::timestamptz)
on conflict (office_id, name) do update set layout = excluded.layout, author_id = excluded.author_id, at = excluded.at
