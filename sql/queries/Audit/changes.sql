-- The changes of accounts, legal holds and things that administrators manage, the latest first, with the author; null: a
-- command on the server. A row has a thing or a person. The author of a release is not stored.
-- :author  of the changes, or null: all      :limit  :offset
with change as (
  (select 1 as source, id, at, author_id, null::bigint as provisioner_id, null as issuer, thing, action, name, detail,
          null::bigint as person_id, null as field, null as old, null as new
     from configuration_log where :author::bigint is null or author_id = :author::bigint
    order by at desc, id desc limit :offset::bigint + :limit::bigint)
  union all
  (select 2, id, at, author_id, provisioner_id, issuer, null, null, null, null, person_id, field, old, new
     from admin_log where :author::bigint is null or author_id = :author::bigint
    order by at desc, id desc limit :offset::bigint + :limit::bigint)
  union all
  select 3, id, held_at, author_id, null, null, null, null, null, null, person_id, 'legal_hold', null, reason
    from legal_hold where :author::bigint is null or author_id = :author::bigint
  union all
  select 4, id, released_at, null, null, null, null, null, null, null, person_id, 'legal_hold', reason, null
    from legal_hold where :author::bigint is null and released_at is not null
)
select change.at, author.user_name, author.display_name, provisioner.name as provisioner, change.issuer,
       change.thing, change.action, change.name, change.detail,
       person.user_name as person_user, person.display_name as person_name, change.field, change.old, change.new
  from (select * from change order by at desc, source desc, id desc limit :limit::bigint offset :offset::bigint) as change
  left join person as author on author.id = change.author_id
  left join person on person.id = change.person_id
  left join provisioner on provisioner.id = change.provisioner_id
 order by change.at desc, change.source desc, change.id desc
