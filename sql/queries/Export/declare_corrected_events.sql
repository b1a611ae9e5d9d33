-- Opens a cursor over the events that have corrections, by the instant at which they were sent. Each is looked up by its id,
-- because few events have corrections.
-- :people  ids, null: all
declare corrected_events no scroll cursor for
select event.id, event.at
  from (
      select distinct target_id from correction where :people::bigint[] is null or person_id = any (:people::bigint[])
  ) as one
  join event on event.id = one.target_id
 order by event.at
