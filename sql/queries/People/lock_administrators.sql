-- Locks the current administrators, by id, so that the last two cannot lose the role at the same time.
select id from person where role = 'administrator' and left_at is null order by id for no key update
