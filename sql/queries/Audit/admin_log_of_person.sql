-- Changes to a person's account and legal holds on the person, the latest first. The author of a release is not stored.
-- :person  :fields  or null: all      :since  at this instant or later, or null: all      :limit
with entry as (
  select 1 as source, id, at, author_id, provisioner_id, issuer, field, old, new
    from admin_log where person_id = :person::bigint
  union all
  select 2, id, held_at, author_id, null, null, 'legal_hold', null, reason
    from legal_hold where person_id = :person::bigint
  union all
  select 3, id, released_at, null, null, null, 'legal_hold', reason, null
    from legal_hold where person_id = :person::bigint and released_at is not null
)
select entry.at, author.user_name, author.display_name, provisioner.name as provisioner, entry.issuer,
       entry.field, entry.old, entry.new
  from (select * from entry
         where (:fields::text[] is null or field = any(:fields::text[]))
           and (:since::timestamptz is null or at >= :since::timestamptz)
         order by at desc, source desc, id desc limit :limit::bigint) as entry
  left join person as author on author.id = entry.author_id
  left join provisioner on provisioner.id = entry.provisioner_id
 order by entry.at desc, entry.source desc, entry.id desc
