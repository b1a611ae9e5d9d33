-- What was done to somebody's account, the latest first.
-- $1 person, $2 how many
select admin_log.at, author.user_name, author.display_name, provisioner.name, admin_log.field, admin_log.old, admin_log.new
  from admin_log
  left join person as author on author.id = admin_log.author_id
  left join provisioner on provisioner.id = admin_log.provisioner_id
 where admin_log.person_id = $1::bigint order by admin_log.id desc limit $2::bigint
