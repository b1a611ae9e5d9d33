-- All signing keys, with how many tags in use have a certificate by each.
select number, public_key, wrapped_private_key, made_at, retired_at,
       (select count(*) from tag where tag.key_number = signing_key.number and tag.retired_at is null)
  from signing_key order by number
