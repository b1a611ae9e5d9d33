-- The master keys by number. tags: the number of tags that may sign with keys derived from it.
select number, wrapped_key, made_at, retired_at,
       (select count(distinct uid) from valid_tag_key where valid_tag_key.master = tag_master_key.number) as tags
  from tag_master_key order by number
