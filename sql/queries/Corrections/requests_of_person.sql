-- What is asked for in somebody's record, by themselves or others: what is open first, then the latest.
-- $1 person, $2 how many
select id, asker_id, asker_user, asker_name, person_id, user_name, display_name, type, target_id, kind, at, at_sent, desk,
       sets_desk, office_name, reason, asked_at, record_id, state, decider_user, decider_name, comment, decided_at, is_stale
  from listed_request where person_id = $1::bigint
 order by state <> 'open', asked_at desc, id limit $2::bigint
