-- The offices that have a desk of this name.
-- $1 desk
select office_id from desk where id = $1::text
