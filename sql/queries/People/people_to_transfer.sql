-- The people with an employment that HR recorded, or removed again, whose employment of today names another office or team than their
-- account, by id. author_id: of HR's latest such fact since that employment began; a plan for a later day is none of them.
--
-- What HR recorded begins with its day at the office that it names. What a change of an account recorded holds already: its day can be
-- that of the former office.
-- :person  null: all
with today as materialized (
    select id as office_id, working_day(id, now()) as day from office
),
latest as materialized (
    select max(day) as day from today
),
candidate as (
    select distinct person_id from hours_fact
     where type = 'employment' and author_id is not null
       -- A range, so that one plan finds one person by the index: the log is locked meanwhile.
       and person_id between coalesce(:person::bigint, 0) and coalesce(:person::bigint, 9223372036854775807)
)
select person.id, employment.office_id, employment.team_id,
       (select coalesce(removal.author_id, fact.author_id)
          from hours_fact as fact
          left join hours_fact as removal on removal.person_id = person.id and removal.type = 'void' and removal.valid_from is null
                                         and removal.content::jsonb ->> 'target' = fact.id::text
          cross join latest
         where fact.person_id = person.id and fact.type = 'employment' and fact.author_id is not null
           and fact.valid_from between employment.valid_from and latest.day
         order by greatest(fact.seq, removal.seq) desc limit 1) as author_id
  from candidate
  join person on person.id = candidate.person_id and person.left_at is null
 cross join lateral (
     select fact.valid_from, fact.office_id, (fact.content::jsonb ->> 'team')::bigint as team_id
       from latest
       join hours_fact as fact on fact.person_id = person.id and fact.type = 'employment' and fact.valid_from <= latest.day
       left join today on today.office_id = fact.office_id and fact.author_id is not null
      where fact.valid_from <= coalesce(today.day, latest.day)
        and not exists (select from hours_fact as removal
                         where removal.person_id = person.id and removal.type = 'void' and removal.valid_from is null
                           and removal.content::jsonb ->> 'target' = fact.id::text)
      order by fact.valid_from desc, fact.seq desc limit 1) as employment
 where employment.office_id is not null
   and (employment.office_id, employment.team_id) is distinct from (person.office_id, person.team_id)
 order by person.id
