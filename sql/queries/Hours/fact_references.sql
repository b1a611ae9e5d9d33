-- What of these is known. An erased target is not; a fact that is void keeps its names known. type, person_id and author_id are
-- those of a target, or null.
-- :targets uuid[]  of voids   :schedules, :accounts, :kinds text[]  names   :people, :offices, :teams bigint[]  ids
-- what: target, schedule, account, kind, person, office or team
select 'target' as what, id::text as name, type, person_id, author_id
  from hours_fact where id = any(:targets::uuid[]) and content is not null
union
select fact.type, defined.name, null, null, null
  from hours_fact as fact
 cross join lateral (
     select fact.content::jsonb ->> case fact.type when 'schedule' then 'name' else fact.type end as name
 ) as defined
 where fact.person_id is null
   and (fact.type = 'schedule' and defined.name = any(:schedules::text[])
        or fact.type = 'account' and defined.name = any(:accounts::text[])
        or fact.type = 'kind' and defined.name = any(:kinds::text[]))
union
select 'person', id::text, null, null, null from person where id = any(:people::bigint[])
union
select 'office', id::text, null, null, null from office where id = any(:offices::bigint[])
union
select 'team', id::text, null, null, null from team where id = any(:teams::bigint[])
