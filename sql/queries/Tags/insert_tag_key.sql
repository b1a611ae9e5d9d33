-- Adds a set of keys of a tag.
-- :uid      :generation      :master      :now
insert into tag_key (uid, generation, master, made_at)
values (:uid::bytea, :generation::bigint, :master::bigint, :now::timestamptz)
