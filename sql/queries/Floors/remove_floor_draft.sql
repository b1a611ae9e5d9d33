-- Deletes a floor's draft.
-- :floor
delete from floor_draft where floor_id = :floor::bigint
