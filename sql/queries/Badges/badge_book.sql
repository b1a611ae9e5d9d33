-- All current and former ownerships of badges, by badge hash and enrolment.
select badge.hash, badge.person_id, person.user_name, person.display_name, badge.tap_id, badge.enrolled_at, badge.removed_at
  from badge join person on person.id = badge.person_id
 order by badge.hash, badge.enrolled_at, badge.id
