-- The number of decisions on a person's requests that the person has not seen yet (new_decisions.sql).
-- :asker   :since  decisions until this instant are left out
select count(*) as decisions from correction_request
 where asker_id = :asker::bigint and state in ('approved', 'refused')
   and decided_at > greatest(:since::timestamptz, (select seen_at from seen_decisions where person_id = :asker::bigint))
