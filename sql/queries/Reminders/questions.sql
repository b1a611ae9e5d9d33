-- The days of a period about which people were asked, by person, day and office. day counts days since 1970-01-01.
-- :people bigint[]   :first, :last  days since 1970-01-01
select question.person_id, question.office_id, question.day - date '1970-01-01' as day, question.asked_at,
       asker.user_name as asker_user, asker.display_name as asker_name
  from day_question as question
  join person as asker on asker.id = question.asked_by_id
 where question.person_id = any(:people::bigint[])
   and question.day between date '1970-01-01' + :first::int and date '1970-01-01' + :last::int
 order by question.person_id, question.day, question.office_id
