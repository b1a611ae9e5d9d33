-- The badges that somebody has or had, in the order of their enrolment.
-- $1 person
select badge.kind, badge.enrolled_at, reader.name, badge.removed_at
  from badge left join reader on reader.id = badge.reader_id
 where badge.person_id = $1::bigint order by badge.enrolled_at, badge.id
