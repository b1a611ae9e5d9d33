-- All signing keys by number. tags: the number of tags in use that have a certificate signed by the key.
select number, public_key, wrapped_private_key, made_at, retired_at,
       (select count(*) from tag where tag.key_number = signing_key.number and tag.retired_at is null) as tags
  from signing_key order by number
