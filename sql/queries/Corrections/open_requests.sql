-- The open requests for the records of people, by any asker.
-- :people bigint[]
select id, asker_id, asker_user, asker_name, person_id, user_name, display_name, home_office_id, type, target_id, kind, at, at_sent,
       desk, sets_desk, office_name, reason, asked_at, record_id, state, decider_user, decider_name, comment, decided_at, is_stale
  from listed_request where state = 'open' and person_id = any(:people::bigint[])
