-- By which clock each office goes.
select id, time_zone, extract(epoch from day_boundary)::bigint from office
