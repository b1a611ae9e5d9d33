-- Which of these user names another person had so lately that readers may still hold taps for them, and until when; null: for as long
-- as taps of any age are taken.
-- $1 user names, text[], $2 the person who is to have them, or null, $3 now
select name, nullif(max(coalesce(freed_at + make_interval(secs => longest_tap_age()), 'infinity')), 'infinity') as until
  from unnest($1::text[]) as name join freed_user_name on freed_user_name.digest = user_name_digest(name)
 where freed_user_name.person_id is distinct from $2::bigint or freed_user_name.person_id is null
 group by name
having max(coalesce(freed_at + make_interval(secs => longest_tap_age()), 'infinity')) > $3::timestamptz
 order by name
