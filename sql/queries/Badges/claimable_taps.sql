-- Unclaimed taps of badges that now have an owner who has not left, by tap time. The owner is the person who had the badge
-- at the time of the tap, otherwise the first owner after it.
-- :badge_hashes  or null: all
select tap.report, owner.user_name, tap.reader_id, tap.client, tap.at < owner.enrolled_at as is_before_enrolment,
       reader.office_id
  from unclaimed_tap as tap
  left join reader on reader.id = tap.reader_id
 cross join lateral (
     select person.user_name, person.left_at, badge.enrolled_at
       from badge join person on person.id = badge.person_id
      where badge.hash = tap.badge_hash and (badge.removed_at is null or tap.at < badge.removed_at)
      order by badge.enrolled_at, badge.id
      limit 1
 ) as owner
 where owner.left_at is null
   and tap.badge_hash = any(coalesce(:badge_hashes::bytea[], (select array_agg(badge_hash) from unclaimed_tap)))
 order by tap.at, tap.id
