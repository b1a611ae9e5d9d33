-- The offices that have a desk with this id.
-- :desk
select office_id from desk where id = :desk::text
