-- Changes to a person's account, the latest first.
-- :person  :fields  or null: all      :since  at this instant or later, or null: all      :limit
select admin_log.at, author.user_name, author.display_name, provisioner.name as provisioner, admin_log.issuer,
       admin_log.field, admin_log.old, admin_log.new
  from admin_log
  left join person as author on author.id = admin_log.author_id
  left join provisioner on provisioner.id = admin_log.provisioner_id
 where admin_log.person_id = :person::bigint and (:fields::text[] is null or admin_log.field = any(:fields::text[]))
   and (:since::timestamptz is null or admin_log.at >= :since::timestamptz)
 order by admin_log.id desc limit :limit::bigint
