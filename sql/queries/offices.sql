-- All offices.
select id, name, time_zone from office order by id
