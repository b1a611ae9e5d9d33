-- What a log of ten million events needs so that reading it takes no longer than it must.

-- A place says of which office and instant it is, which never change: the latest start at a desk is then the last entry of an
-- index, however many taps the desk has seen.
-- Without the index meanwhile: it would be written in as many places as there are desks.
drop index event_place_by_desk;
alter table event_place add column event_office_id bigint references office, add column event_at timestamptz;
update event_place set event_office_id = event.office_id, event_at = event.at from event where event.id = event_place.event_id;
-- Where an event was is read from the index alone, too.
alter table event_place drop constraint event_place_pkey, add primary key (event_id) include (desk);
alter table event_place alter column event_office_id set not null, alter column event_at set not null;
create index event_place_by_desk on event_place (desk, event_office_id, event_at, event_id);

-- Daily rows follow from these columns and the desk. A person's year is read in its order from the index, without the table,
-- where each of its days lies on a page of its own.
drop index event_by_person;
create index event_by_person on event (person_id, at, seq) include (id, type, kind, office_id, received_at, quarantine);

-- Events and places lie in the order in which they came, so that those of a time are near each other.
create index event_by_time on event using brin (at) with (pages_per_range = 32, autosummarize = on);
create index event_place_by_time on event_place using brin (event_at) with (pages_per_range = 32, autosummarize = on);

-- Corrections that move an event in time, or to another office.
create index correction_to_time on correction (new_at) where new_at is not null;
create index correction_to_office on correction (target_id) where new_office_id is not null;

-- As it was, with a short way for what begins as nearly everything does.
create or replace function guarded(value text) returns text
    language sql immutable parallel safe
    return case when ascii(value) between ascii('0') and ascii('z') and ascii(value) not between ascii(':') and ascii('@')
                then value
                when value ~ '^[-=+@\t\r\n＝＋－＠]' then '''' || value
                else value end;

-- When this person began anew after having been off: their latest event before an instant that counts, corrected by nobody, and
-- follows a gap longer than any session may be. Only their last few are looked at; null where none of these is one. Whatever is
-- said to have been in a gap closes it, also where that does not count.
create function off_by_gap(of_person bigint, before timestamptz) returns timestamptz
    language sql stable
    as $$
select max(at)
  from (select id, at, quarantine, at - lag(at) over (order by at) as gap
          from ((select event.id, event.at, event.quarantine
                   from event where event.person_id = of_person and event.at < before order by event.at desc limit 64)
                union all
                (select null, correction.new_at, null
                   from correction
                  where correction.person_id = of_person and correction.new_at is not null and correction.new_at < before
                  order by correction.new_at desc limit 64)
                order by at desc limit 64) as latest) as latest
 -- Sessions are counted in whole seconds.
 where gap > (select case when bool_and(max_session_s is not null) then make_interval(secs => max(max_session_s) + 2) end
                from office_settings)
   and id is not null and quarantine is null and not exists (select from correction where correction.target_id = latest.id)
$$;
