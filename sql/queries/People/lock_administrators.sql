-- The administrators who work here, locked, so that two of them do not stop being the last one at the same time.
select id from person where role = 'administrator' and left_at is null order by id for update
