-- What somebody asked for in the records of others: what is open first, then the latest. Whether such a record has changed since
-- is not said, as the asker may have no right to it any more.
-- $1 asker, $2 how many
select id, asker_id, asker_user, asker_name, person_id, user_name, display_name, type, target_id, kind, at, at_sent, desk,
       sets_desk, office_name, reason, asked_at, record_id, state, decider_user, decider_name, comment, decided_at, false
  from listed_request where asker_id = $1::bigint and person_id <> $1::bigint
 order by state <> 'open', asked_at desc, id limit $2::bigint
