-- Everybody, or some, also those who left, in the order of their numbers.
-- $1 people bigint[], null for all
select id, user_name, display_name from person where $1::bigint[] is null or id = any($1::bigint[]) order by id
