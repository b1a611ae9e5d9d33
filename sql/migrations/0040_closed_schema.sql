-- The functions that run with the owner's rights use nothing that the server's role could have made.
--
-- PostgreSQL chooses an operator or function by the types of its arguments, over the whole search path: one in "public" that fits
-- exactly wins over one of pg_catalog that needs a cast. So these functions search pg_catalog alone and name the schema of
-- everything else; and the server's role creates nothing in "public". Up to PostgreSQL 14 every role may create objects there.

do $$
begin
    revoke create on schema public from public;
exception when insufficient_privilege then
    null;  -- The schema belongs to somebody else: grant_server_rights says so.
end
$$;

-- Refuses a role that can create objects in "public" all the same: the schema's owner, a superuser, or anybody where the schema
-- belongs to another role than the one that runs the migrations (DT003).
create or replace function grant_server_rights(server text) returns void
    language plpgsql set search_path = pg_catalog, pg_temp
    as $$
declare
    named record;
begin
    begin
        execute format('revoke create on schema public from public, %I', server);
    exception when insufficient_privilege then
        null;
    end;
    if has_schema_privilege(server, 'public', 'create') then
        raise exception 'the role % can create objects in the schema "public"', quote_ident(server)
            using errcode = 'DT003';
    end if;
    execute format('revoke all on all tables in schema public from %I', server);
    execute format('grant usage on schema public to %I', server);
    execute format('grant select on all tables in schema public to %I', server);
    for named in
        select * from (values
            ('insert', 'event, event_place, correction, correction_place, ledger, erasure, erased_record, access_log'),
            -- The row that every writer locks, and that moves with each record.
            ('update', 'log_head'),
            -- What is concluded from the log.
            ('insert, update, delete', 'presence, desk_claim'),
            -- Ways in.
            ('insert, update', 'sign_in_link, cookie_key, reader'),
            -- People and places, which have an administrator.
            ('insert, update', 'office, person, floor, legal_hold'),
            ('insert, update, delete', 'room, desk')
        ) as right_to (what, tables)
    loop
        execute format('grant %s on %s to %I', named.what,
                       (select string_agg('public.' || name, ', ') from unnest(string_to_array(named.tables, ', ')) as name),
                       server);
    end loop;
    execute format('grant execute on function public.carry_out_erasure to %I', server);
end
$$;

create or replace function settings_for(office bigint, day date) returns office_settings
    language sql stable
    as $$
select one.* from public.office_settings as one where one.office_id = office and one.valid_from <= day
 order by one.valid_from desc, one.id desc limit 1
$$;

create or replace function retention_reaches(of_office bigint, part text) returns timestamptz
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

create or replace function due_events(of_office bigint, of_person bigint, before timestamptz) returns setof event
    language sql stable
    as $$
select event.* from public.event
 where (of_office is null or event.office_id = of_office) and (of_person is null or event.person_id = of_person)
   and event.at < before
   and not exists (select from public.correction where correction.target_id = event.id and correction.new_at >= before)
   and not exists (select from public.legal_hold
                    where legal_hold.person_id = event.person_id and legal_hold.released_at is null)
$$;

create or replace function carry_out_erasure(which uuid) returns void
    language plpgsql security definer set search_path = pg_catalog, pg_temp
    as $$
declare
    what    public.erasure%rowtype;
    latest  timestamptz;
    listed  bigint;
    gone    bigint;
    further bigint;
begin
    select * into strict what from public.erasure where id = which;
    if what.person_id is not null then
        -- Clocks differ; what is asked for is all there is.
        latest := now() + interval '1 day';
    else
        -- The time of a day is kept until so long after the end of its month, by the office's clock. A day more or less is for
        -- time zone databases that disagree.
        latest := public.retention_reaches(what.office_id, what.part);
    end if;
    if latest is null or what.before > latest then
        raise exception 'the retention has not run out' using errcode = 'DT001';
    end if;
    create temporary table leaving on commit drop as
        select due.id, due.seq from public.due_events(what.office_id, what.person_id, what.before) as due
         where due.seq in (select seq from public.erased_record where erasure_id = which)
            or due.id in (select target_id from public.correction
                           where correction.seq in (select seq from public.erased_record where erasure_id = which));
    select count(*) into listed from public.erased_record where erasure_id = which and part = what.part;
    delete from public.correction_place
     where correction_id in (select correction.id
                               from public.correction join pg_temp.leaving on leaving.id = correction.target_id
                               join public.erased_record on erased_record.seq = correction.seq and erasure_id = which);
    get diagnostics gone = row_count;
    delete from public.event_place
     where event_id in (select leaving.id from pg_temp.leaving
                          join public.erased_record on erased_record.seq = leaving.seq and erasure_id = which);
    get diagnostics further = row_count;
    if what.part = 'time' then
        delete from public.correction
         where target_id in (select id from pg_temp.leaving)
           and correction.seq in (select seq from public.erased_record where erasure_id = which);
        get diagnostics gone = row_count;
        delete from public.event
         where id in (select id from pg_temp.leaving)
           and event.seq in (select seq from public.erased_record where erasure_id = which);
        get diagnostics further = row_count;
    end if;
    drop table pg_temp.leaving;
    if gone + further <> listed then
        raise exception 'something listed is not due, or is gone already' using errcode = 'DT001';
    end if;
end
$$;

create or replace function forget_requests(part text, of_office bigint, of_person bigint, before timestamptz) returns void
    language plpgsql security definer set search_path = pg_catalog, pg_temp
    as $$
declare
    latest timestamptz;
    due    uuid[];
begin
    if (of_office is null) = (of_person is null) or part not in ('place', 'time') or (part = 'time' and of_person is not null) then
        raise exception 'requests go by an office''s retention, and their places at a person''s wish' using errcode = 'DT001';
    end if;
    -- Clocks differ; what is asked for is all there is.
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

create or replace function forget_badges(of_person bigint) returns void
    language plpgsql security definer set search_path = pg_catalog, pg_temp
    as $$
begin
    if not exists (select from public.person where id = of_person and left_at is not null) then
        raise exception 'this person works here' using errcode = 'DT001';
    end if;
    delete from public.badge_enrolment
     where person_id = of_person or badge_id in (select id from public.badge where person_id = of_person);
    delete from public.badge where person_id = of_person;
end
$$;

create or replace function forget_identities(person bigint) returns bigint
    language sql security definer set search_path = pg_catalog, pg_temp
    as $$
with forgotten as (delete from public.identity where person_id = person returning 1)
select count(*) from forgotten
$$;

create or replace function forget_earlier_names(of_person bigint) returns void
    language plpgsql security definer set search_path = pg_catalog, pg_temp
    as $$
begin
    if not exists (select from public.person where id = of_person and left_at is not null) then
        raise exception 'this person works here' using errcode = 'DT001';
    end if;
    update public.admin_log set old = null, new = null
     where person_id = of_person and field in ('user_name', 'display_name');
    insert into public.provisioned (person_id, removed_at) values (of_person, now())
        on conflict (person_id) do update set external_id = null, removed_at = coalesce(provisioned.removed_at, now());
end
$$;
