-- Offices by id, with their current time zone and coordinates. latitude and longitude are null if not set.
-- :office  null: all.      former_names: one a line, the latest last.
-- The time zone is that of today's UTC date: on the day of a change it may differ from the local one, which only affects
-- the clock shown on pages.
select office.id, office.name, (settings_for(office.id, current_date)).time_zone as time_zone,
       office.latitude, office.longitude, array_to_string(office.former_names, E'\n') as former_names
  from office
 where :office::bigint is null or office.id = :office
 order by office.id
