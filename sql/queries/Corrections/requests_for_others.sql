-- A person's requests for the records of other people: open requests first, then the latest.
-- is_stale is always false, because the asker may no longer have access to these records.
-- :asker   :limit
select id, asker_id, asker_user, asker_name, person_id, user_name, display_name, home_office_id, type, target_id, kind, at, at_sent,
       desk, sets_desk, office_name, reason, asked_at, record_id, state, decider_user, decider_name, comment, decided_at,
       false as is_stale
  from listed_request where asker_id = :asker::bigint and person_id <> :asker::bigint
 order by state <> 'open', asked_at desc, id limit :limit::bigint
