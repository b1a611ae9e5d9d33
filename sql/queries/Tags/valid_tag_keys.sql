-- The keys with which addresses can be signed, the latest set of a tag first.
select uid, generation, master, is_confirmed from valid_tag_key order by uid, generation desc
