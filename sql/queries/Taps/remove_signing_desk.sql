-- A start at a desk needs what its office requires.
-- :office      :desk
delete from signing_desk where office_id = :office::bigint and desk = :desk::text
