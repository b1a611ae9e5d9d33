-- Stores that people are asked for missing clock-outs. Asked again, a day gets a new case, so that its messages are sent again.
-- No row for a day: the person has left, or was asked after :asked_before.
-- Arrays, one element per day: :people bigint[]   :offices bigint[]   :days int[]  days since 1970-01-01
-- :asker   :now   :asked_before
insert into day_question (person_id, office_id, day, asked_by_id, asked_at, case_id)
select found.person_id, found.office_id, date '1970-01-01' + found.day, :asker::bigint, :now::timestamptz, gen_random_uuid()
  from unnest(:people::bigint[], :offices::bigint[], :days::int[]) as found (person_id, office_id, day)
  join person on person.id = found.person_id and person.left_at is null
 -- Two lists in different orders would deadlock.
 order by found.person_id, found.office_id, found.day
on conflict (person_id, office_id, day) do update
   set asked_by_id = excluded.asked_by_id, asked_at = excluded.asked_at, case_id = excluded.case_id
 where day_question.asked_at <= :asked_before::timestamptz
returning person_id
