-- The people of whose hours in an office some are due, by id: taps, or facts of hours of days before one. Left out: people with a
-- legal hold, and facts that can stand for erased days (`canStandForErasedDays`).
-- :office      :before  the first instant that is kept      :first_kept  its working day, in days since 1970
select person_id from due_events(:office::bigint, null, :before::timestamptz)
union
select fact.person_id
  from hours_fact as fact
  join person on person.id = fact.person_id
 where fact.valid_from < date '1970-01-01' + :first_kept::int
   and fact.type not in ('grant', 'terms')
   and (fact.type <> 'adjustment' or fact.content::jsonb ->> 'reason' is distinct from 'retention')
   and (person.office_id = :office::bigint
        or exists (select from hours_fact as employment
                    where employment.person_id = fact.person_id and employment.type = 'employment'
                      and employment.office_id = :office::bigint))
   and not is_held(fact.person_id)
 order by person_id
