-- Adds a floor.
-- :office      :name      :position  in the order of the tabs      :width      :height
insert into floor (office_id, name, position, width, height)
values (:office::bigint, :name::text, :position::int, :width::int, :height::int)
