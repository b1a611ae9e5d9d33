-- Stores a floor's draft in place of the earlier one.
-- :floor      :drawing  a JSON document
insert into floor_draft (floor_id, drawing) values (:floor::bigint, :drawing::text::jsonb)
    on conflict (floor_id) do update set drawing = excluded.drawing
