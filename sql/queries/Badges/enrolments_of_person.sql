-- Where a badge is waited for that will be somebody's.
-- $1 person, $2 now
select reader.name, badge_enrolment.expires_at
  from badge_enrolment join reader on reader.id = badge_enrolment.reader_id
 where badge_enrolment.person_id = $1::bigint and badge_enrolment.closed_at is null
   and badge_enrolment.expires_at > $2::timestamptz
 order by badge_enrolment.id
