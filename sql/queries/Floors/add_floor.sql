-- Adds an empty floor as the last tab of its office.
-- :office      :name      :width      :height      :author  null: a command on the server      :now
insert into floor (office_id, name, position, width, height, changed_by, changed_at)
select :office::bigint, :name::text, coalesce((select max(position) + 1 from floor where office_id = :office::bigint), 0),
       :width::int, :height::int, :author::bigint, :now::timestamptz
returning id
