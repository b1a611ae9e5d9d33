-- All floors of all offices with their sizes. Locks their rows until the transaction ends, in the order of lock_floors_beside.
select id, office_id, name, width, height, position from floor order by id for update
