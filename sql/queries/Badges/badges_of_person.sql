-- A person's current and former badges, in the order of their enrolment.
-- :person
select badge.kind, badge.enrolled_at, reader.name as reader, badge.removed_at
  from badge left join reader on reader.id = badge.reader_id
 where badge.person_id = :person::bigint order by badge.enrolled_at, badge.id
