-- Unclaimed taps whose badge is or was somebody's who works here: theirs who had it when it was tapped, else whose it was first
-- after that.
-- $1 hashes of badges bytea[], or null for all
select tap.id, owner.user_name, tap.kind, tap.at, tap.at_sent, tap.desk, tap.desk_sent, tap.office, tap.reader_id, tap.client,
       tap.at < owner.enrolled_at, reader.office_id
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
   and tap.badge_hash = any(coalesce($1::bytea[], (select array_agg(badge_hash) from unclaimed_tap)))
 order by tap.at, tap.id
