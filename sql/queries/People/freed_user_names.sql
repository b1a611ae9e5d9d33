-- The given user names that other people had so recently that readers may still hold taps for them, with the end of that
-- time, by name. A null end: readers' taps are accepted at any age.
-- :user_names  :person  the person who gets the names, or null: a new person      :now
select name, nullif(max(coalesce(freed_at + make_interval(secs => longest_tap_age()), 'infinity')), 'infinity') as until
  from unnest(:user_names::text[]) as name
  join freed_user_name
    -- Digests of before user_name_key are of the name in lower case.
    on freed_user_name.digest in (user_name_digest(name), sha256(convert_to(lower(name), 'UTF8')))
 where freed_user_name.person_id is distinct from :person::bigint or freed_user_name.person_id is null
 group by name
having max(coalesce(freed_at + make_interval(secs => longest_tap_age()), 'infinity')) > :now::timestamptz
 order by name
