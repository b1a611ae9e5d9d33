-- Everybody, also those who left, in the order of their numbers.
-- $1 number to go on after, $2 how many
select id, user_name, display_name from person where id > $1::bigint order by id limit $2::bigint
