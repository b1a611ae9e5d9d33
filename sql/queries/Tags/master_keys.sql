-- The master keys by number. tags: the number of tags that may sign with keys derived from it.
select number, wrapped_key, made_at, retired_at,
       (select count(distinct uid) from tag_key
         where tag_key.master = tag_master_key.number
           and not exists (select from tag_key as later
                            where later.uid = tag_key.uid and later.generation > tag_key.generation
                              and later.confirmed_at is not null)) as tags
  from tag_master_key order by number
