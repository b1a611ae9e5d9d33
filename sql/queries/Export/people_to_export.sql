-- Everybody who meets all that is said, also those who left, in the order of their numbers.
-- $1 office to which they belong, $2 team, $3 user names; null is any
select id, user_name, display_name, role, office_id from person
 where ($1::bigint is null or office_id = $1::bigint) and ($2::bigint is null or team_id = $2::bigint)
   and ($3::text[] is null or user_name = any($3::text[]))
 order by id
