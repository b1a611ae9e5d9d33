-- What is open and asked for by or for those whom somebody looks after, the oldest first.
-- $1 viewer, $2 whether those of their teams, $3 those of an office, $4 whether all, $5 how many, $6 how many are left out before them
select id, asker_id, asker_user, asker_name, person_id, user_name, display_name, type, target_id, kind, at, at_sent, desk,
       sets_desk, office_name, reason, asked_at, record_id, state, decider_user, decider_name, comment, decided_at, is_stale
  from listed_request
 where state = 'open' and asker_id <> $1::bigint
   and is_in_reach(person_id, home_office_id, $1::bigint, $2::bool, $3::bigint, $4::bool)
 order by asked_at, id limit $5::bigint offset $6::bigint
