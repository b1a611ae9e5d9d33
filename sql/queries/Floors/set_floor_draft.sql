-- Keeps a draft in the place of the one before.
-- $1 floor, $2 drawing, a JSON document
insert into floor_draft (floor_id, drawing) values ($1::bigint, $2::text::jsonb)
    on conflict (floor_id) do update set drawing = excluded.drawing
