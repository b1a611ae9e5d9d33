-- The latest sets of a tag's keys, the latest first. Locks them until the transaction ends.
-- :uid      :limit
select generation, master, confirmed_at is not null as is_confirmed
  from tag_key where uid = :uid::bytea order by generation desc limit :limit::bigint
   for update
