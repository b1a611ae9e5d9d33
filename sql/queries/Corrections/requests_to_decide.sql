-- A page of the open requests for records within a viewer's reach, oldest first. The viewer's own requests are left out.
-- :viewer   :of_teams  the reach includes the viewer's teams   :offices  the reach includes these offices
-- :all  the reach includes all people
-- :limit   :offset
select id, asker_id, asker_user, asker_name, person_id, user_name, display_name, home_office_id, type, target_id, kind, at, at_sent,
       desk, sets_desk, office_name, reason, asked_at, record_id, state, decider_user, decider_name, comment, decided_at, is_stale
  from listed_request
 where state = 'open' and asker_id <> :viewer::bigint
   and is_in_reach(person_id, home_office_id, :viewer::bigint, :of_teams::bool, :offices::bigint[], :all::bool)
 order by asked_at, id limit :limit::bigint offset :offset::bigint
