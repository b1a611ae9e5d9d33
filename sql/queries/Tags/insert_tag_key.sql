-- Adds a set of keys of a tag. It is not older than the tag's registration, whatever the clocks of two servers say.
-- :uid      :generation      :master      :now
insert into tag_key (uid, generation, master, made_at)
select :uid::bytea, :generation::bigint, :master::bigint, greatest(:now::timestamptz, max(made_at))
  from tag where uid = :uid::bytea and retired_at is null
