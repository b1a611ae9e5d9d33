-- All people, or these people, including people who left, ordered by id.
-- :people bigint[]; null: all
select id, user_name, display_name from person
 where :people::bigint[] is null or id in (select unnest(:people::bigint[]))
 order by id
