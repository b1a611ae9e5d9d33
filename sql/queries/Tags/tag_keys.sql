-- All sets of keys of tags, the latest set of a tag first.
-- valid_until: when an address that a later set signed was first read; null: the tag may sign with this set.
select uid, generation, master, made_at, confirmed_at is not null as is_confirmed,
       (select min(later.confirmed_at) from tag_key as later
         where later.uid = tag_key.uid and later.generation > tag_key.generation) as valid_until
  from tag_key order by uid, generation desc
