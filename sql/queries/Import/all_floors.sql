-- All floors and their size.
select office_id, name, width, height, position from floor
