-- Stores the decision on an open request. No row: the request is unknown or already decided.
-- :id   :state   :decider   :comment   :now
update correction_request set state = :state::text, decider_id = :decider::bigint, comment = :comment::text,
                              decided_at = :now::timestamptz
 where id = :id::uuid and state = 'open' returning id
