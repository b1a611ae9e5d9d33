-- The latest sets of a tag's keys, the latest first. Locks them until the transaction ends.
-- is_used: an address with this set's signature was read. The tag counts from 0 again when it is set up, so such a set is not given to
-- it again.
-- :uid      :limit
select generation, master,
       confirmed_at is not null
       or exists (select from tag_reading
                   where tag_reading.uid = tag_key.uid and tag_reading.generation = tag_key.generation) as is_used
  from tag_key where uid = :uid::bytea order by generation desc limit :limit::bigint
   for update of tag_key
