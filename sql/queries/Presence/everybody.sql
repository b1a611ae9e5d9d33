-- The ids of all people, including people who left.
select id from person
