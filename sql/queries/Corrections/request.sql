-- A correction request. No row: the id is unknown.
-- :id
select id, asker_id, asker_user, asker_name, person_id, user_name, display_name, home_office_id, type, target_id, kind, at, at_sent,
       desk, sets_desk, office_name, reason, asked_at, record_id, state, decider_user, decider_name, comment, decided_at, is_stale
  from listed_request where id = :id::uuid
