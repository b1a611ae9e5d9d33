-- locks nothing
-- A pause or an end soon after the end of a session repeats it. A person is therefore certainly off, and no tap repeats an earlier
-- one, only after a gap longer than any session and any repeat window.
create or replace function off_by_gap(of_person bigint, since timestamptz, before timestamptz) returns timestamptz
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
 where gap > (select case when bool_and(max_session_s is not null)
                          then make_interval(secs => greatest(max(max_session_s), max(repeat_window_s)) + 2) end
                from office_settings)
   and id is not null and quarantine is null and not exists (select from correction where correction.target_id = latest.id)
$$;
