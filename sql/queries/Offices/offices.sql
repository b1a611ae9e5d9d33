-- All offices, each with the time zone that holds today (which is told by UTC: a day more or less for a clock on a page), and where
-- it is.
select office.id, office.name, (settings_for(office.id, current_date)).time_zone, office.latitude, office.longitude
  from office
 order by office.id
