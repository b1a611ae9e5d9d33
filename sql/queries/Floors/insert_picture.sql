-- Stores a picture. Changes nothing if a picture with this hash is stored already.
-- :hash  SHA-256 of the bytes      :type  media type      :bytes      :width      :height      :now
insert into floor_picture (hash, type, bytes, width, height, uploaded_at)
values (:hash::bytea, :type::text, :bytes::bytea, :width::int, :height::int, :now::timestamptz)
    on conflict (hash) do nothing
