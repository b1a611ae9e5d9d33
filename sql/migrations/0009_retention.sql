-- How long records are kept, and how they go: place years before time, the entries of the ledger never.

alter table office
    add column time_retention_months int check (time_retention_months > 0),        -- null: nobody has decided; all is kept
    add column place_retention_days int not null default 90 check (place_retention_days >= 0);

-- Whoever is named here loses nothing to retention or on request, for as long as the hold stands.
create table legal_hold (
    id          bigint generated always as identity primary key,
    person_id   bigint not null references person,
    reason      text not null check (reason ~ '\S'),
    author_id   bigint references person,                 -- null: by the administrator's command
    held_at     timestamptz not null,
    released_at timestamptz check (released_at >= held_at)
);
create unique index legal_hold_standing on legal_hold (person_id) where released_at is null;

-- An erasure is a record of the log like any other, with an entry in the ledger.
create table erasure (
    id          uuid primary key,
    seq         bigint not null unique,
    part        text not null check (part in ('place', 'time')),
    office_id   bigint references office,                 -- whose retention ran out
    person_id   bigint references person,                 -- who asked for it
    before      timestamptz not null,                     -- the first instant that is kept
    rule        text not null check (rule ~ '\S'),
    author_id   bigint references person,                 -- null: the clock
    received_at timestamptz not null,
    digest      bytea not null check (octet_length(digest) = 32),   -- of the numbers of what went
    salt        bytea not null check (octet_length(salt) = 32),
    check ((office_id is null) <> (person_id is null)),
    check (person_id is null or part = 'place')
);

-- What went. The ledger has entries for these records, and nothing else does.
create table erased_record (
    seq        bigint not null,
    part       text not null check (part in ('place', 'time')),
    erasure_id uuid not null references erasure,
    primary key (seq, part)
);
create index erased_record_by_erasure on erased_record (erasure_id, seq);

-- Events whose retention has run out: made before an instant, and not amended to a later one.
create function due_events(of_office bigint, of_person bigint, before timestamptz) returns setof event
    language sql stable
    as $$
select event.* from event
 where (of_office is null or event.office_id = of_office) and (of_person is null or event.person_id = of_person)
   and event.at < before
   and not exists (select from correction where correction.target_id = event.id and correction.new_at >= before)
   and not exists (select from legal_hold where legal_hold.person_id = event.person_id and legal_hold.released_at is null)
$$;

-- Deletes what an erasure lists, and refuses all of it where anything of it is not due. The server may call this, and has no
-- other way to delete a record.
create function carry_out_erasure(which uuid) returns void
    language plpgsql security definer set search_path = public, pg_temp
    as $$
declare
    what    erasure%rowtype;
    latest  timestamptz;
    listed  bigint;
    gone    bigint;
    further bigint;
begin
    select * into strict what from erasure where id = which;
    if what.person_id is not null then
        -- Clocks differ; what is asked for is all there is.
        latest := now() + interval '1 day';
    else
        -- The time of a day is kept until so long after the end of its month, by the office's clock. A day more or less is for
        -- time zone databases that disagree.
        select (case what.part
                    when 'time' then
                        date_trunc('month', now() at time zone time_zone - make_interval(months => time_retention_months))
                    else date_trunc('month', now() at time zone time_zone - make_interval(days => place_retention_days))
                end + day_boundary) at time zone time_zone + interval '1 day'
          into latest from office where id = what.office_id;
    end if;
    if latest is null or what.before > latest then
        raise exception 'the retention has not run out' using errcode = 'DT001';
    end if;
    create temporary table leaving on commit drop as
        select due.id, due.seq from due_events(what.office_id, what.person_id, what.before) as due
         where due.seq in (select seq from erased_record where erasure_id = which)
            or due.id in (select target_id from correction
                           where correction.seq in (select seq from erased_record where erasure_id = which));
    select count(*) into listed from erased_record where erasure_id = which and part = what.part;
    delete from correction_place
     where correction_id in (select correction.id from correction join leaving on leaving.id = correction.target_id
                               join erased_record on erased_record.seq = correction.seq and erasure_id = which);
    get diagnostics gone = row_count;
    delete from event_place
     where event_id in (select leaving.id from leaving
                          join erased_record on erased_record.seq = leaving.seq and erasure_id = which);
    get diagnostics further = row_count;
    if what.part = 'time' then
        delete from correction
         where target_id in (select id from leaving)
           and correction.seq in (select seq from erased_record where erasure_id = which);
        get diagnostics gone = row_count;
        delete from event
         where id in (select id from leaving) and event.seq in (select seq from erased_record where erasure_id = which);
        get diagnostics further = row_count;
    end if;
    drop table leaving;
    if gone + further <> listed then
        raise exception 'something listed is not due, or is gone already' using errcode = 'DT001';
    end if;
end
$$;
revoke execute on function carry_out_erasure from public;

-- Who read whose record or took it away.
create table access_log (
    id          bigint generated always as identity primary key,
    at          timestamptz not null,
    reader_id   bigint not null references person,        -- who
    person_id   bigint references person,                 -- whose; null: more than one person's
    office_id   bigint references office,                 -- of which office; null: of all
    period_from date not null,
    period_to   date not null check (period_to >= period_from),
    purpose     text not null check (purpose ~ '\S')
);
create index access_log_by_person on access_log (person_id, at);
create index access_log_by_time on access_log (at);
