-- Offices and their settings.

create table office (
    id                    bigint generated always as identity primary key,
    name                  text not null unique check (name <> ''),
    -- Null: no retention is set, and times are kept.
    time_retention_months int check (time_retention_months > 0),
    place_retention_days  int not null default 90 check (place_retention_days >= 0),
    -- A start is quarantined unless it has this proof of its tag, comes from one of required_networks, or comes from a reader
    -- (reader_suffices). One of those that are set suffices. If none is set, a start requires nothing.
    required_proof        text not null default 'none' check (required_proof in ('none', 'uid', 'certificate')),
    -- Whether wall displays show names. If not, they show only which desks are free.
    names_on_wall         bool not null default false,
    -- Which people see names on the map. HR and administrators see all names.
    names_shown_to        text not null default 'office' check (names_shown_to in ('everybody', 'office', 'managers')),
    -- Whether people may hide their own name on the map (person.is_private).
    allows_private        bool not null default true,
    required_networks     cidr[] not null default '{}',
    reader_suffices       bool not null default false,
    latitude              double precision check (latitude between -90 and 90),       -- degrees north
    longitude             double precision check (longitude between -180 and 180),    -- degrees east
    -- 64 random bits in the addresses without a desk: printed codes and lists of addresses. A phone's page taps automatically
    -- only if the address has the right word, because no other site knows it. A version 4 UUID has six fixed bits, in bytes 7
    -- and 9; the default uses the other bytes.
    word                  bytea not null
        default substring(uuid_send(gen_random_uuid()) from 1 for 6) || substring(uuid_send(gen_random_uuid()) from 10 for 2)
        check (octet_length(word) = 8),
    -- Whether a page also taps automatically for an address without a word, if the browser reports no referring page.
    taps_without_word     bool not null default false,
    -- Applies to the access log, the account log and revoked keys.
    log_retention_months  int not null default 24 check (log_retention_months > 0),
    check ((latitude is null) = (longitude is null))
);

-- An office's settings for its working days. A row holds from its working day until the next row's. If a day is set again, the
-- later row holds and the earlier row stays. So past days keep the settings that held for them.
create table office_settings (
    id                 bigint generated always as identity primary key,
    office_id          bigint not null references office,
    valid_from         date not null,                     -- a working day; '-infinity': from the beginning
    time_zone          text not null check (time_zone <> ''),           -- an IANA name
    day_boundary       time not null default '00:00',     -- when a working day begins, in the office's local time
    attribution        text not null default 'session_start' check (attribution in ('session_start', 'split')),
    max_session_s      bigint default 57600 check (max_session_s > 0),  -- null: unlimited
    close_at_boundary  bool not null default false,
    repeat_window_s    bigint not null default 300 check (repeat_window_s >= 0),
    late_flag_s        bigint not null default 900 check (late_flag_s >= 0),
    future_tolerance_s bigint not null default 120 check (future_tolerance_s >= 0),
    max_age_s          bigint default 2678400 check (max_age_s >= 0),   -- null: taps of any age are accepted
    author_id          bigint,                            -- null: a command on the server. Foreign key: in People
    set_at             timestamptz not null default now()
);
create index office_settings_by_day on office_settings (office_id, valid_from, id);

-- The settings that hold for an office's working day. Names all schemas, because functions with the owner's rights call it.
create function settings_for(office bigint, day date) returns office_settings
    language sql stable
    as $$
select one.* from public.office_settings as one where one.office_id = office and one.valid_from <= day
 order by one.valid_from desc, one.id desc limit 1
$$;

-- The longest max_age_s of all offices, by the settings that hold today or later, in seconds. Null: taps of any age are
-- accepted.
create function longest_tap_age() returns bigint
    language sql stable
    as $$
select case when bool_or(max_age_s is null) then null else max(max_age_s) end
  from office_settings as one
 where not exists (select from office_settings as later
                    where later.office_id = one.office_id and later.valid_from <= current_date
                      and (later.valid_from, later.id) > (one.valid_from, one.id))
$$;

-- The server adds settings and never changes existing ones.
create function grant_settings_rights(server text) returns void
    language plpgsql
    as $$
begin
    execute format('grant insert on office_settings to %I', server);
end
$$;
revoke execute on function grant_settings_rights from public;
