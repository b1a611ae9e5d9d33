-- A person's badges in use, in the order of their enrolment.
-- :person
select badge.id, badge.kind, badge.enrolled_at, reader.name as reader, person.user_name, person.display_name
  from badge
  join person on person.id = badge.person_id
  left join reader on reader.id = badge.reader_id
 where badge.removed_at is null and badge.person_id = :person::bigint order by badge.id
