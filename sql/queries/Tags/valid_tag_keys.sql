-- The keys with which addresses can be signed, the latest set of a tag first: the latest confirmed one, and later ones that their tag
-- may have got already.
select uid, generation, master, confirmed_at is not null as is_confirmed
  from tag_key
 where not exists (select from tag_key as later
                    where later.uid = tag_key.uid and later.generation > tag_key.generation and later.confirmed_at is not null)
 order by uid, generation desc
