-- All floors of the office to which a floor belongs; locks their rows until the transaction ends, so that a desk cannot be
-- published on two floors at once. Always locks in the order of ids, so that two transactions cannot deadlock.
-- :floor
select floor.id, floor.name from floor
 where floor.office_id = (select beside.office_id from floor as beside where beside.id = :floor::bigint)
 order by floor.id for update
