-- Corrected events that may count at a desk within a stretch of that desk's log: originally made there within the stretch,
-- amended to an instant within it, or amended to another office or to the desk at any instant. One row per event, no order.
-- Each lookup uses an index. 'offset 0' enforces that: a plan for an unknown number of desks would scan all taps.
-- Arrays, one element per stretch; its bounds are excluded and are positions in the order of taps:
-- :offices bigint[]  :desks text[]
-- :after_instants timestamptz[]  :after_ids uuid[]  :before_instants timestamptz[]  :before_ids uuid[]
with stretch as materialized (
    select * from unnest(:offices::bigint[], :desks::text[], :after_instants::timestamptz[], :after_ids::uuid[],
                         :before_instants::timestamptz[], :before_ids::uuid[])
        as one (office, desk, from_at, from_id, to_at, to_id)
),
named as materialized (
    select distinct desk from stretch
),
-- These two start from the corrections, each of which is read once: there are fewer of them than taps at the desks.
moved as materialized (
    select correction.target_id as id, correction.new_at as at, event.desk
      from correction
     cross join lateral (select desk from logged_event where logged_event.id = correction.target_id offset 0) as event
     where correction.new_at >= (select min(from_at) from stretch) and correction.new_at <= (select max(to_at) from stretch)
),
elsewhere as materialized (
    select correction.target_id as id, event.desk
      from correction
     cross join lateral (select desk from logged_event where logged_event.id = correction.target_id offset 0) as event
     where correction.new_office_id is not null
),
found as materialized (
    select there.id
      from stretch
     cross join lateral (
         select log_place.id from log_place
          where log_place.desk = stretch.desk and log_place.office_id = stretch.office
            and (log_place.at, log_place.id) > (stretch.from_at, stretch.from_id)
            and (log_place.at, log_place.id) < (stretch.to_at, stretch.to_id)
         offset 0
     ) as there
     where (select true from correction where correction.target_id = there.id limit 1)
    union
    select moved.id
      from stretch
      join moved on moved.desk = stretch.desk and moved.at >= stretch.from_at and moved.at <= stretch.to_at
    union
    select id from elsewhere where desk in (select desk from named)
    union
    select amended.id
      from named
     cross join lateral (
         select correction.target_id as id
           from log_place join correction on correction.seq = log_place.seq
          where log_place.desk = named.desk and log_place.office_id is null
         offset 0
     ) as amended
)
select event.person_id, event.id, event.type, event.kind, event.at, event.office_id, event.received_at, event.quarantine,
       event.desk, event.has_place
  from found
 cross join lateral (select * from logged_event where logged_event.id = found.id offset 0) as event
