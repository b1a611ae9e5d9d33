-- What somebody asked for, or others for them: what is open first, then the latest.
-- $1 person, $2 how many
select id, asker_id, asker_user, asker_name, person_id, user_name, display_name, type, target_id, kind, at, at_sent, desk,
       sets_desk, office_name, reason, asked_at, record_id, state, decider_user, decider_name, comment, decided_at, is_stale
  from listed_request where $1::bigint in (asker_id, person_id)
 order by state <> 'open', asked_at desc, id limit $2::bigint
