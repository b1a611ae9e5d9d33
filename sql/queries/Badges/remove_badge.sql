-- Takes a badge away from whoever has it, and says who that was.
-- $1 badge, $2 now
update badge set removed_at = greatest($2::timestamptz, enrolled_at) where id = $1::bigint and removed_at is null
returning person_id
