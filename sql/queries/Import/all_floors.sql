-- All floors of all offices with their sizes.
select office_id, name, width, height, position from floor
