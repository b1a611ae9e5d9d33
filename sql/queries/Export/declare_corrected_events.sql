-- The events that have corrections, by the instants they were sent as of. They are looked up one by one: few events have any.
-- $1 whose, bigint[], null for all
declare corrected_events no scroll cursor for
select event.id, event.at
  from (
      select distinct target_id from correction where $1::bigint[] is null or person_id = any ($1::bigint[])
  ) as one
  join event on event.id = one.target_id
 order by event.at
