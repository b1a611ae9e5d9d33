-- Whether own terms of a person of these offices, which are not void, name a schedule.
-- :offices bigint[]
select exists (
    select
      from hours_fact as terms
      join person on person.id = terms.person_id
     where terms.type = 'terms' and person.office_id = any(:offices::bigint[])
       and jsonb_typeof(terms.content::jsonb -> 'schedule') = 'string'
       and terms.content::jsonb ->> 'schedule' <> 'inherit'
       and not exists (select
                         from hours_fact as void
                        where void.person_id = terms.person_id and void.type = 'void'
                          and void.content::jsonb ->> 'target' = terms.id::text)
) as has_schedule
