-- A page of all people, including people who left, ordered by id.
-- :after  the last id of the previous page   :limit
select id, user_name, display_name from person where id > :after::bigint order by id limit :limit::bigint
