-- Those of these requests that are for records within a viewer's reach, oldest first.
-- :ids
-- :viewer   :of_teams  the reach includes the viewer's teams   :offices  the reach includes these offices
-- :all  the reach includes all people
select id, asker_id, asker_user, asker_name, person_id, user_name, display_name, home_office_id, type, target_id, kind, at, at_sent,
       desk, sets_desk, office_name, reason, asked_at, record_id, state, decider_user, decider_name, comment, decided_at, is_stale
  from listed_request
 where id = any(:ids::uuid[])
   and is_in_reach(person_id, home_office_id, :viewer::bigint, :of_teams::bool, :offices::bigint[], :all::bool)
 order by asked_at, id
