-- The changes of accounts, legal holds and things that administrators manage, and the facts of hours that concern all people, the
-- latest first, with the author; null: a command on the server. A row has a thing, a person or a fact. The author of a release is
-- not stored. New holidays are things: a calendar has one row for all days that are saved together.
-- :author  of the changes, or null: all      :limit  :offset
with change as (
  (select 1 as source, id, at, author_id, null::bigint as provisioner_id, null as issuer, thing, action, name, detail,
          null::bigint as person_id, null as field, null as old, null as new,
          null as fact_type, null as fact, null::bool as is_removal
     from configuration_log where :author::bigint is null or author_id = :author::bigint
    order by at desc, id desc limit :offset::bigint + :limit::bigint)
  union all
  (select 2, id, at, author_id, provisioner_id, issuer, null, null, null, null, person_id, field, old, new, null, null, null
     from admin_log where :author::bigint is null or author_id = :author::bigint
    order by at desc, id desc limit :offset::bigint + :limit::bigint)
  union all
  select 3, id, held_at, author_id, null, null, null, null, null, null, person_id, 'legal_hold', null, reason, null, null, null
    from legal_hold where :author::bigint is null or author_id = :author::bigint
  union all
  select 4, id, released_at, null, null, null, null, null, null, null, person_id, 'legal_hold', reason, null, null, null, null
    from legal_hold where :author::bigint is null and released_at is not null
  union all
  (select 5, fact.seq, fact.recorded_at, fact.author_id, null, null, null, null, null, null, null, null, null, null,
          coalesce(removed.type, fact.type), coalesce(removed.content, fact.content), removed.id is not null
     from hours_fact as fact
     left join hours_fact as removed
               on removed.id = case when fact.type = 'void' then (fact.content::jsonb ->> 'target')::uuid end
    where fact.person_id is null and fact.type <> 'holiday' and (:author::bigint is null or fact.author_id = :author::bigint)
    order by fact.recorded_at desc, fact.seq desc limit :offset::bigint + :limit::bigint)
)
select change.at, author.user_name, author.display_name, provisioner.name as provisioner, change.issuer,
       change.thing, change.action, change.name, change.detail,
       person.user_name as person_user, person.display_name as person_name, change.field, change.old, change.new,
       change.fact_type, change.fact, change.is_removal
  from (select * from change order by at desc, source desc, id desc limit :limit::bigint offset :offset::bigint) as change
  left join person as author on author.id = change.author_id
  left join person on person.id = change.person_id
  left join provisioner on provisioner.id = change.provisioner_id
 order by change.at desc, change.source desc, change.id desc
