-- Display names by id, including people who left. Unknown ids are left out.
-- :people bigint[]
select id, display_name from person where id = any(:people::bigint[])
