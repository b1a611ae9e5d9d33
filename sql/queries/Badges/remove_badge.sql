-- Removes a badge from its owner, and returns the owner.
-- No row: the badge is unknown or no longer in use.
-- :now  :badge
update badge set removed_at = greatest(:now::timestamptz, enrolled_at) where id = :badge::bigint and removed_at is null
returning person_id
