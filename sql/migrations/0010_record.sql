-- Reading the record: events and corrections with their desks, and the instant from which a person's events have to be read.

-- An event with its desk. Corrections are applied to it.
create view logged_event as
select event.person_id, event.id, event.type, event.kind, event.at, event.office_id, event.received_at, event.quarantine,
       place.desk
  from event left join log_place as place on place.seq = event.seq;

-- A correction with its desk.
create view logged_correction as
select correction.person_id, correction.target_id, correction.type, correction.new_at, correction.new_kind,
       correction.new_office_id, place.seq is not null as sets_desk, place.desk, correction.seq
  from correction left join log_place as place on place.seq = correction.seq;

-- When a person last certainly started after being off: the time of their latest event before the given instant that
-- counts, has no correction, and follows a gap longer than the longest possible session. Only the latest 64 events and amended
-- times are examined. Null: none of them qualifies, or an office's sessions are unlimited. An event or amended time inside a
-- gap ends the gap, even if it does not count. Gaps that end before `since` do not matter to the caller; null: all do.
create function off_by_gap(of_person bigint, since timestamptz, before timestamptz) returns timestamptz
    language sql stable
    as $$
select max(at)
  from (select id, at, quarantine, at - lag(at) over (order by at) as gap
          from ((select event.id, event.at, event.quarantine
                   from event
                  where event.person_id = of_person and event.at >= coalesce(since, '-infinity') and event.at < before
                  order by event.at desc limit 64)
                union all
                (select null, correction.new_at, null
                   from correction
                  where correction.person_id = of_person and correction.new_at >= coalesce(since, '-infinity')
                    and correction.new_at < before
                  order by correction.new_at desc limit 64)
                order by at desc limit 64) as latest) as latest
 -- Sessions are counted in whole seconds.
 where gap > (select case when bool_and(max_session_s is not null) then make_interval(secs => max(max_session_s) + 2) end
                from office_settings)
   and id is not null and quarantine is null and not exists (select from correction where correction.target_id = latest.id)
$$;
