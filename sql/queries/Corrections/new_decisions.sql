-- Another person's decisions on a person's requests that the person has not seen yet, latest decision first.
-- is_stale is always false, because the requests are decided.
-- :asker   :since  decisions until this instant are left out   :limit
select id, asker_id, asker_user, asker_name, person_id, user_name, display_name, home_office_id, type, target_id, kind, at, at_sent,
       desk, sets_desk, office_name, reason, asked_at, record_id, state, decider_user, decider_name, comment, decided_at,
       false as is_stale
  from listed_request
 where asker_id = :asker::bigint and state in ('approved', 'refused')
   and decided_at > greatest(:since::timestamptz, (select seen_at from seen_decisions where person_id = :asker::bigint))
 order by decided_at desc, id limit :limit::bigint
