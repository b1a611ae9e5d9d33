-- The latest sets of a tag's keys, the latest first. Locks them until the transaction ends.
-- is_reusable: the set was made for the present registration of the tag, and no address with its signature was read. A tag counts
-- from 0 again when it is set up, so other sets are not given to it again.
-- :uid      :limit
select generation, master,
       confirmed_at is null
       and not exists (select from tag_reading
                        where tag_reading.uid = tag_key.uid and tag_reading.generation = tag_key.generation)
       and not exists (select from tag where tag.uid = tag_key.uid and retired_at is null and tag.made_at > tag_key.made_at)
       as is_reusable
  from tag_key where uid = :uid::bytea order by generation desc limit :limit::bigint
   for update of tag_key
