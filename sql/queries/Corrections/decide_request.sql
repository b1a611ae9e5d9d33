-- Says what became of a request that is open.
-- $1 id, $2 state, $3 by whom, $4 comment, $5 when
update correction_request set state = $2::text, decider_id = $3::bigint, comment = $4::text, decided_at = $5::timestamptz
 where id = $1::uuid and state = 'open' returning id
