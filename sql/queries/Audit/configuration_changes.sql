-- The changes of things that administrators manage, the latest first, with the author; null: a command on the server.
-- :limit  :offset
select configuration_log.at, configuration_log.thing, configuration_log.action, configuration_log.name,
       configuration_log.detail,
       author.user_name, author.display_name
  from configuration_log left join person as author on author.id = configuration_log.author_id
 order by configuration_log.at desc, configuration_log.id desc limit :limit::bigint offset :offset::bigint
