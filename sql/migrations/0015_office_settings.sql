-- What an office has set for its working days. A row says what holds from a working day on, until the next row's; set again for
-- the same day, the later row counts and the earlier one stays to be seen. So days that are past keep what held for them.
create table office_settings (
    id                 bigint generated always as identity primary key,
    office_id          bigint not null references office,
    valid_from         date not null,                     -- a working day; '-infinity': from the beginning
    time_zone          text not null check (time_zone <> ''),           -- an IANA name
    day_boundary       time not null default '00:00',     -- when a working day begins, by the office's clock
    attribution        text not null default 'session_start' check (attribution in ('session_start', 'split')),
    max_session_s      bigint default 57600 check (max_session_s > 0),  -- null: however long it is
    close_at_boundary  bool not null default false,
    repeat_window_s    bigint not null default 300 check (repeat_window_s >= 0),
    late_flag_s        bigint not null default 900 check (late_flag_s >= 0),
    future_tolerance_s bigint not null default 120 check (future_tolerance_s >= 0),
    max_age_s          bigint default 2678400 check (max_age_s >= 0),   -- null: of any age
    author_id          bigint references person,          -- null: by the administrator's command
    set_at             timestamptz not null default now()
);
create index office_settings_by_day on office_settings (office_id, valid_from, id);

insert into office_settings (office_id, valid_from, time_zone, day_boundary)
select id, '-infinity', time_zone, day_boundary from office;

create trigger roster_change after insert or update or delete or truncate on office_settings
    for each statement execute function count_roster_change();

-- What holds for an office's working day.
create function settings_for(office bigint, day date) returns office_settings
    language sql stable
    as $$
select one.* from office_settings as one where one.office_id = office and one.valid_from <= day
 order by one.valid_from desc, one.id desc limit 1
$$;

-- The latest instant before which records of a part may go: the beginning of the first month that is kept, by the clock that
-- the office had then. A day more is for time zone databases that disagree. Null where all is kept.
create function retention_reaches(of_office bigint, part text) returns timestamptz
    language sql stable
    as $$
select (kept.month + (settings_for(office.id, kept.month::date)).day_boundary)
           at time zone (settings_for(office.id, kept.month::date)).time_zone + interval '1 day'
  from office
 cross join lateral (
     select date_trunc('month', (now() at time zone (settings_for(office.id, current_date)).time_zone)
                - case when part = 'time' then make_interval(months => office.time_retention_months)
                       else make_interval(days => office.place_retention_days) end) as month
 ) as kept
 where office.id = of_office
$$;

do $$
declare
    body text := pg_get_functiondef('carry_out_erasure(uuid)'::regprocedure);
    old  text := substring(body from 'select \(case what\.part.*?where id = what\.office_id;');
begin
    if old is null then raise exception 'carry_out_erasure is not as it was'; end if;
    execute replace(body, old, 'latest := retention_reaches(what.office_id, what.part);');
end
$$;

alter table office drop column time_zone, drop column day_boundary;

-- A server adds settings and never changes what was set.
create function grant_settings_rights(server text) returns void
    language plpgsql
    as $$
begin
    execute format('grant insert on office_settings to %I', server);
end
$$;
revoke execute on function grant_settings_rights from public;
