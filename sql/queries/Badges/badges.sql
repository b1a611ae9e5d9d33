-- The badges in use, by the owner's user name. The reader is null if the place of enrolment was deleted.
select badge.id, badge.kind, badge.enrolled_at, reader.name as reader, person.user_name, person.display_name
  from badge
  join person on person.id = badge.person_id
  left join reader on reader.id = badge.reader_id
 where badge.removed_at is null order by person.user_name, badge.id
