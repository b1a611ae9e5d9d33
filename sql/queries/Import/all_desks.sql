-- All desks, and where they are.
select office_id, floor, id, x, y from desk
