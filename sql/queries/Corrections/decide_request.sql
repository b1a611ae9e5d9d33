-- Stores the decision on an open request. No row: the request is unknown or already decided.
-- The caller holds the log's lock. Decisions on one person's requests have increasing times in the order in which they are stored,
-- so that a decision stored after others were seen is new (new_decisions.sql).
-- :id   :state   :decider   :comment   :now
update correction_request as request
   set state = :state::text, decider_id = :decider::bigint, comment = :comment::text,
       decided_at = greatest(
           :now::timestamptz,
           (select max(earlier.decided_at) + interval '1 millisecond' from correction_request as earlier
             where earlier.asker_id = request.asker_id and earlier.state in ('approved', 'refused')))
 where id = :id::uuid and state = 'open' returning id
