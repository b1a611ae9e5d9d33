-- All offices by id, with their current time zone and coordinates. latitude and longitude are null if not set.
-- The time zone is that of today's UTC date: on the day of a change it may differ from the local one, which only affects
-- the clock shown on pages.
select office.id, office.name, (settings_for(office.id, current_date)).time_zone as time_zone,
       office.latitude, office.longitude
  from office
 order by office.id
