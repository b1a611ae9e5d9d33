-- Forgets a floor's draft.
-- $1 floor
delete from floor_draft where floor_id = $1::bigint
