-- What was done to somebody's account, the latest first.
-- $1 person, $2 fields, text[]; null: all, $3 at this instant or later; null: all, $4 how many
select admin_log.at, author.user_name, author.display_name, provisioner.name as provisioner, admin_log.issuer,
       admin_log.field, admin_log.old, admin_log.new
  from admin_log
  left join person as author on author.id = admin_log.author_id
  left join provisioner on provisioner.id = admin_log.provisioner_id
 where admin_log.person_id = $1::bigint and ($2::text[] is null or admin_log.field = any($2::text[]))
   and ($3::timestamptz is null or admin_log.at >= $3::timestamptz)
 order by admin_log.id desc limit $4::bigint
