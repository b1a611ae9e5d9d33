-- All desks of all offices with their floors and positions.
select office_id, floor, id, x, y from desk
