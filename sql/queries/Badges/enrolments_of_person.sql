-- A person's open enrolments, in the order in which they started.
-- :person  :now
select reader.name as reader, badge_enrolment.expires_at
  from badge_enrolment join reader on reader.id = badge_enrolment.reader_id
 where badge_enrolment.person_id = :person::bigint and badge_enrolment.closed_at is null
   and badge_enrolment.expires_at > :now::timestamptz
 order by badge_enrolment.id
