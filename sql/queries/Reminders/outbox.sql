-- A person's latest messages, the newest first.
-- :person   :limit
select kind, channel, state, created_at, case when state = 'sent' then ended_at end as sent_at
  from reminder where person_id = :person::bigint order by created_at desc, id desc limit :limit::bigint
