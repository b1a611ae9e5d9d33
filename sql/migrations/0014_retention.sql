-- How long records and logs are kept, and how they are deleted. Places are deleted years before times. A record's row is never
-- deleted, only its content: its part of the ledger stays.

-- While a hold is active, no data of the person is deleted, neither by retention nor on request.
create table legal_hold (
    id          bigint generated always as identity primary key,
    person_id   bigint not null references person,
    reason      text not null check (reason ~ '\S'),
    author_id   bigint references person,                 -- null: a command on the server
    held_at     timestamptz not null,
    released_at timestamptz check (released_at >= held_at)
);
create unique index legal_hold_standing on legal_hold (person_id) where released_at is null;

-- The content of an erasure, which is a record of the log.
create table erasure (
    id          uuid primary key,
    seq         bigint not null unique,
    part        text not null check (part in ('place', 'time')),
    office_id   bigint references office,                 -- the office whose retention has ended
    person_id   bigint references person,                 -- the person who requested it
    before      timestamptz not null,                     -- the first instant that is kept
    rule        text not null check (rule ~ '\S'),
    digest      bytea not null check (octet_length(digest) = 32),   -- of the sequence numbers of the erased records
    check ((office_id is null) <> (person_id is null)),
    check (person_id is null or part = 'place')
);

-- The erased records.
create table erased_record (
    seq        bigint not null,
    part       text not null check (part in ('place', 'time')),
    erasure_id uuid not null references erasure,
    primary key (seq, part)
);
create index erased_record_by_erasure on erased_record (erasure_id, seq);

-- Records

-- The latest instant before which records of a part may be deleted: the beginning of the first month that is kept, in the time
-- zone that the office had then. One more day allows for time zone databases that differ. Null: everything is kept.
create function retention_reaches(of_office bigint, part text) returns timestamptz
    language sql stable
    as $$
select (kept.month + (public.settings_for(office.id, kept.month::date)).day_boundary)
           at time zone (public.settings_for(office.id, kept.month::date)).time_zone + interval '1 day'
  from public.office
 cross join lateral (
     select date_trunc('month', (now() at time zone (public.settings_for(office.id, current_date)).time_zone)
                - case when part = 'time' then make_interval(months => office.time_retention_months)
                       else make_interval(days => office.place_retention_days) end) as month
 ) as kept
 where office.id = of_office
$$;

-- Events that may be deleted: before an instant, not amended to a later one, and of a person without a legal hold.
create function due_events(of_office bigint, of_person bigint, before timestamptz) returns setof event
    language sql stable
    as $$
select event.* from public.event
 where (of_office is null or event.office_id = of_office) and (of_person is null or event.person_id = of_person)
   and event.at < before
   and not exists (select from public.correction where correction.target_id = event.id and correction.new_at >= before)
   and not exists (select from public.legal_hold
                    where legal_hold.person_id = event.person_id and legal_hold.released_at is null)
$$;

-- Deletes the content of the records that an erasure lists. Refuses all of them if one is not due (DT001). This is the only way
-- in which the server can delete a record's content.
create function carry_out_erasure(which uuid) returns void
    language plpgsql security definer set search_path = pg_catalog, pg_temp
    as $$
declare
    what    public.erasure%rowtype;
    latest  timestamptz;
    listed  bigint;
    gone    bigint;
begin
    select * into strict what from public.erasure where id = which;
    if what.person_id is not null then
        -- All records of the person. A server's clock may be ahead of the database's.
        latest := now() + interval '1 day';
    else
        -- Times are kept for some months after the end of their month, by the office's clock. PostgreSQL's time zone database
        -- can differ from the server's, so a difference of a day is accepted.
        latest := public.retention_reaches(what.office_id, what.part);
    end if;
    if latest is null or what.before > latest then
        raise exception 'the retention has not run out' using errcode = 'DT001';
    end if;
    create temporary table leaving on commit drop as
        select record.seq
          from public.erased_record as listed
          join public.log_record as record on record.seq = listed.seq
          join public.due_events(what.office_id, what.person_id, what.before) as due
            on due.id = coalesce(record.target_id, record.id)
         where listed.erasure_id = which;
    select count(*) into listed from public.erased_record where erasure_id = which and part = what.part;
    delete from public.log_place where seq in (select seq from pg_temp.leaving);
    get diagnostics gone = row_count;
    if what.part = 'time' then
        update public.log_record
           set person_id = null, kind = null, at = null, at_sent = null, office_id = null, quarantine = null, client = null,
               target_id = null, new_at = null, new_at_sent = null, new_kind = null, new_office_id = null, author_id = null,
               reason = null, salt = null
         where seq in (select seq from pg_temp.leaving) and person_id is not null;
        get diagnostics gone = row_count;
    end if;
    drop table pg_temp.leaving;
    if gone <> listed then
        raise exception 'something listed is not due, or is gone already' using errcode = 'DT001';
    end if;
end
$$;
revoke execute on function carry_out_erasure from public;

-- Requests

-- Deletes the places of requests that are due (part 'place'), or the requests ('time'). A request belongs to the office of its
-- event. Without an event it belongs to the office that it names, else to its person's office. Must be called before the events
-- are deleted, because they determine the office. Refuses if the retention has not ended (DT001). This is the only way in which
-- the server can delete a request.
create function forget_requests(part text, of_office bigint, of_person bigint, before timestamptz) returns void
    language plpgsql security definer set search_path = pg_catalog, pg_temp
    as $$
declare
    latest timestamptz;
    due    uuid[];
begin
    if (of_office is null) = (of_person is null) or part not in ('place', 'time') or (part = 'time' and of_person is not null) then
        raise exception 'requests are deleted by an office''s retention; a person can have only their places deleted' using errcode = 'DT001';
    end if;
    -- All requests of the person. A server's clock may be ahead of the database's.
    latest := case when of_person is not null then now() + interval '1 day' else public.retention_reaches(of_office, part) end;
    if latest is null or before > latest then
        raise exception 'the retention has not run out' using errcode = 'DT001';
    end if;
    select array_agg(request.id) into due
      from public.correction_request as request
      join public.person on person.id = request.person_id
      left join public.event on event.id = coalesce(request.target_id, request.record_id)
     where (part = 'time' or request.sets_desk)
       and (request.person_id = of_person or coalesce(event.office_id, request.office_id, person.office_id) = of_office)
       and request.asked_at < before and coalesce(request.at < before, true) and coalesce(event.at < before, true)
       and not exists (select from public.legal_hold
                        where legal_hold.person_id = request.person_id and released_at is null);
    if part = 'place' then
        update public.correction_request set desk = null, sets_desk = false where id = any(due);
    else
        delete from public.correction_request where id = any(due);
    end if;
end
$$;
revoke execute on function forget_requests from public;

-- Logs

-- The instant before which an office's logs may be deleted. For null: that of entries about all offices.
create function log_retention_reaches(of_office bigint) returns timestamptz
    language sql stable
    as $$
select now() - make_interval(months => max(log_retention_months)) from public.office where of_office is null or id = of_office
$$;

create function is_held(person bigint) returns bool
    language sql stable
    as $$ select exists (select from public.legal_hold where person_id = person and released_at is null) $$;

-- Log entries and revoked keys that are due, with their office. Null: an entry about all offices.
create view due_log as
select 'access' as kind, access_log.id, coalesce(person.office_id, access_log.office_id) as office_id
  from access_log left join person on person.id = access_log.person_id
 where access_log.at < log_retention_reaches(coalesce(person.office_id, access_log.office_id))
   and not is_held(access_log.person_id) and not is_held(access_log.reader_id)
union all
select 'account', admin_log.id, person.office_id
  from admin_log join person on person.id = admin_log.person_id
 where admin_log.at < log_retention_reaches(person.office_id) and not is_held(person.id)
union all
select 'key', person_key.id, person.office_id
  from person_key join person on person.id = person_key.person_id
 where person_key.revoked_at < log_retention_reaches(person.office_id) and not is_held(person.id);

-- Deletes all rows of due_log and returns their number. This is the only way in which the server can delete a log entry.
create function forget_logs() returns bigint
    language plpgsql security definer set search_path = pg_catalog, pg_temp
    as $$
declare
    due public.due_log[];
begin
    select array_agg(due_log) into due from public.due_log;
    delete from public.access_log where id in (select id from unnest(due) where kind = 'access');
    delete from public.admin_log where id in (select id from unnest(due) where kind = 'account');
    delete from public.person_key where id in (select id from unnest(due) where kind = 'key');
    return coalesce(cardinality(due), 0);
end
$$;
revoke execute on function forget_logs from public;

create function grant_log_retention_rights(server text) returns void
    language plpgsql
    as $$
begin
    execute format('grant execute on function public.forget_logs to %I', server);
end
$$;
revoke execute on function grant_log_retention_rights from public;
