-- The result of sql/migrations. Written by scripts/schema: change the migrations instead.
CREATE TYPE public.employee AS (
	id bigint,
	office_id bigint,
	team_id bigint,
	first_day date,
	last_day date,
	left_at timestamp with time zone
);
CREATE TYPE public.employment AS (
	id uuid,
	entry bigint,
	author_id bigint,
	valid_from date,
	unit bigint[],
	covers boolean
);
CREATE TYPE public.new_hours_fact AS (
	id uuid,
	type text,
	person_id bigint,
	office_id bigint,
	valid_from date,
	content text,
	author_id bigint,
	reason text
);
CREATE FUNCTION public.append_hours_facts(ids uuid[], types text[], people bigint[], offices bigint[], days integer[], contents text[], author bigint, reason text) RETURNS TABLE(fact_id uuid, outcome text)
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
declare
    facts      public.new_hours_fact[];
    is_refused bool := false;
begin
    -- First, because names can be erased meanwhile.
    perform from public.log_head for update;
    for fact_id, outcome in
        select known.id,
               case when known.type = fact.type and known.content::jsonb = fact.content::jsonb then 'known' else 'other' end
          from unnest(ids, types, contents) as fact (id, type, content) join public.hours_fact as known on known.id = fact.id
        union all
        select fact.id, 'former'
          from unnest(ids, people) as fact (id, person_id) join public.person on person.id = fact.person_id
         where append_hours_facts.reason is not null and person.user_name = 'former-' || person.id
           and not exists (select from public.hours_fact as known where known.id = fact.id)
        union all
        select fact.id, 'erased'
          from unnest(ids, types, people, offices, days) as fact (id, type, person_id, office_id, day)
         where fact.type = 'employment' and fact.office_id is not null
           and date '1970-01-01' + fact.day < public.first_kept_day(fact.person_id)
           and not exists (select from public.hours_fact as known where known.id = fact.id)
    loop
        is_refused := is_refused or outcome <> 'known';
        return next;
    end loop;
    if is_refused then
        return;
    end if;
    select coalesce(array_agg(
               row(fact.id, fact.type, fact.person_id, fact.office_id, date '1970-01-01' + fact.day, fact.content::jsonb::text,
                   author, append_hours_facts.reason)::public.new_hours_fact order by fact.place), '{}')
      into facts
      from unnest(ids, types, people, offices, days, contents) with ordinality
           as fact (id, type, person_id, office_id, day, content, place)
     where not exists (select from public.hours_fact as known where known.id = fact.id);
    if cardinality(facts) > 0 then
        perform public.record_facts('hours', '{}', facts);
    end if;
end
$$;
CREATE FUNCTION public.carry_out_erasure(which uuid) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
declare
    what    public.erasure%rowtype;
    latest  timestamptz;
    leaving bigint[];
    facts   bigint[];
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
    select array_agg(record.seq) into leaving
      from public.erased_record as listed
      join public.log_record as record on record.seq = listed.seq
      join public.due_events(what.office_id, what.person_id, what.before) as due
        on due.id = coalesce(record.target_id, record.id)
     where listed.erasure_id = which;
    if what.part = 'time' then facts := public.due_facts(what, leaving); end if;
    select count(*) into listed from public.erased_record where erasure_id = which and part = what.part;
    delete from public.log_place where seq = any(leaving);
    get diagnostics gone = row_count;
    if what.part = 'time' then gone := public.empty_records(leaving); end if;
    if gone <> listed
       or coalesce(cardinality(facts), 0) <> (select count(*) from public.erased_fact where erasure_id = which) then
        raise exception 'something listed is not due, or is gone already' using errcode = 'DT001';
    end if;
    perform public.empty_facts(facts);
end
$$;
CREATE FUNCTION public.chosen_hr_offices(hr bigint) RETURNS bigint[]
    LANGUAGE sql STABLE PARALLEL SAFE
    AS $$
select array_agg(office_id order by office_id) from hr_office where person_id = hr
$$;
CREATE FUNCTION public.count_roster_change() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
    update log_head set roster = roster + 1;
    return null;
end
$$;
CREATE FUNCTION public.day_after_employment(person public.employee) RETURNS date
    LANGUAGE sql STABLE
    AS $$
select case when person.left_at is not null then public.working_day(person.office_id, person.left_at - interval '1 millisecond')
            else person.last_day end + 1
$$;
CREATE TABLE public.log_record (
    seq bigint NOT NULL,
    id uuid NOT NULL,
    type text NOT NULL,
    received_at timestamp with time zone NOT NULL,
    person_id bigint,
    kind text,
    at timestamp with time zone,
    at_sent text,
    office_id bigint,
    quarantine text,
    client text,
    target_id uuid,
    new_at timestamp with time zone,
    new_at_sent text,
    new_kind text,
    new_office_id bigint,
    author_id bigint,
    reason text,
    salt bytea,
    entry_hash bytea NOT NULL,
    time_commit bytea NOT NULL,
    place_commit bytea
);
CREATE VIEW public.event AS
 SELECT log_record.seq,
    log_record.id,
    log_record.type,
    log_record.person_id,
    log_record.kind,
    log_record.at,
    log_record.at_sent,
    log_record.office_id,
    log_record.received_at,
    log_record.quarantine,
    log_record.client,
    log_record.author_id,
    log_record.reason,
    log_record.salt
   FROM public.log_record
  WHERE (log_record.kind IS NOT NULL);
CREATE FUNCTION public.due_events(of_office bigint, of_person bigint, before timestamp with time zone) RETURNS SETOF public.event
    LANGUAGE sql STABLE
    AS $$
select event.* from public.event
 where (of_office is null or event.office_id = of_office) and (of_person is null or event.person_id = of_person)
   and event.at < before
   and not exists (select from public.correction where correction.target_id = event.id and correction.new_at >= before)
   and not exists (select from public.legal_hold
                    where legal_hold.person_id = event.person_id and legal_hold.released_at is null)
$$;
CREATE TABLE public.erasure (
    id uuid NOT NULL,
    seq bigint NOT NULL,
    part text NOT NULL,
    office_id bigint,
    person_id bigint,
    before timestamp with time zone NOT NULL,
    rule text NOT NULL,
    digest bytea NOT NULL,
    CONSTRAINT erasure_check CHECK (((office_id IS NULL) <> (person_id IS NULL))),
    CONSTRAINT erasure_check1 CHECK (((person_id IS NULL) OR (part = 'place'::text))),
    CONSTRAINT erasure_digest_check CHECK ((octet_length(digest) = 32)),
    CONSTRAINT erasure_part_check CHECK ((part = ANY (ARRAY['place'::text, 'time'::text]))),
    CONSTRAINT erasure_rule_check CHECK ((rule ~ '\S'::text))
);
CREATE FUNCTION public.due_facts(what public.erasure, records bigint[]) RETURNS bigint[]
    LANGUAGE sql STABLE
    AS $$
with listed as materialized (
    select fact.*
      from public.erased_fact as one join public.hours_fact as fact on fact.seq = one.seq
     where one.erasure_id = what.id and fact.content is not null
),
kept as (
    select public.working_day(what.office_id, what.before + interval '12 hours') as day
)
select array_agg(fact.seq)
  from listed as fact
 cross join kept
  join public.person on person.id = fact.person_id
 where not public.is_held(person.id)
   and (person.office_id = what.office_id
        or exists (select from public.hours_fact as known
                    where known.person_id = person.id and known.type = 'employment' and known.office_id = what.office_id)
        or exists (select from public.log_record as record where record.seq = any(records) and record.person_id = person.id))
   and case when fact.type = 'void'
            then exists (select from listed as target where target.id::text = fact.content::jsonb ->> 'target')
            when fact.type in ('confirm', 'approve', 'close')
            then (fact.content::jsonb ->> 'period' || '-01')::date < kept.day
            else fact.valid_from < kept.day end
$$;
CREATE FUNCTION public.employment_changes(before public.employee, after public.employee) RETURNS public.new_hours_fact[]
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
declare
    known    public.employment[] := array(select one from public.employments(after.id) as one);
    -- By both offices, so that no past day changes.
    today    date := greatest(public.working_day(before.office_id, now()), public.working_day(after.office_id, now()));
    new_unit bigint[] := array[after.office_id, after.team_id];
    returns  bool := before.left_at is not null and after.left_at is null;
    ended    date;
    ends     date := public.day_after_employment(after);
    kept     date := public.first_kept_day(after.id);     -- earlier days are erased: what they changed is carried over
    begins   date := case when after.first_day < kept then kept else after.first_day end;
    first    public.employment;
    hidden   date;                                        -- the first of the days that the first day covers
    leaving  date;
    voided   uuid[] := '{}';
begin
    if known = '{}' then
        return public.first_employment(after, coalesce(case when after.first_day < kept then null else after.first_day end, today));
    end if;
    select min(valid_from) into ended
      from unnest(known) as fact
     where not covers
       and valid_from > coalesce((select max(valid_from) from unnest(known) as one where one.unit is not null), '-infinity');
    if (before.left_at, before.last_day) is not distinct from (after.left_at, after.last_day)
       or ends is not distinct from public.day_after_employment(before) then
        ends := ended;
    else
        -- An end and what it covers are in one record, the latest unless HR moved the end.
        voided := array(select id from unnest(known)
                         where valid_from >= ended
                           and entry = (select entry from unnest(known) where valid_from >= ended
                                         order by author_id is null desc, entry desc limit 1));
        known := array(select one from public.employments(after.id, voided) as one);
    end if;
    -- The employment of the day before the first day.
    select min(valid_from) into hidden
      from unnest(known) as fact
     where valid_from < begins
       and valid_from > coalesce((select max(valid_from) from unnest(known) as one where one.unit is null and valid_from < begins),
                                 '-infinity');
    if begins < coalesce(ends, 'infinity')
       and (after.first_day is distinct from before.first_day
            or begins > ended and (hidden is not null or not exists (select from unnest(known) where valid_from = begins))) then
        select (array_agg(valid_from order by seq desc))[1] into leaving
          from (select * from public.hours_fact where person_id = after.id offset 0) as fact
         where type = 'employment' and office_id is null and not content::jsonb ? 'covers'
           and valid_from > hidden and valid_from <= begins;
        hidden := coalesce(leaving, hidden);
        voided := voided || array(select id from unnest(known) as fact
                                   where fact.unit is null and author_id is null and valid_from >= begins
                                     and valid_from < coalesce(ends, 'infinity'));
        known := array(select one from public.employments(after.id, voided) as one);
        select * into first
          from unnest(known) as fact
         where fact.unit is not null and valid_from >= coalesce(hidden, begins)
         order by valid_from > begins, abs(valid_from - begins) limit 1;
        if first.valid_from is distinct from begins then
            known := known || row(null, null, null, begins, coalesce(first.unit, new_unit), false)::public.employment;
        end if;
    else
        begins := null;
    end if;
    return array(
        select row(gen_random_uuid(), 'void', after.id, null, null, jsonb_build_object('target', target)::text, null,
                   null)::public.new_hours_fact
          from unnest(voided) as target
    ) || array(
        with planned as (
            select day, fact.id is not null as is_known, fact.author_id, fact.covers, fact.unit as known_unit,
                   case when (day >= ends or day >= hidden and day < begins) is not true
                        then (select one.unit from unnest(known) as one
                               where valid_from <= day order by valid_from desc, one.unit is null limit 1) end as unit
              from (select valid_from from unnest(known)
                    union select unnest(array[leaving, ends, today,
                                              case when returns then greatest(today, after.first_day) end])) as one (day)
              left join unnest(known) as fact on fact.valid_from = day and fact.id is not null
             where day is not null
        ),
        moved as (
            -- The office and team may have changed during the days that are uncovered.
            select case when later.day is null and returns then greatest(today, after.first_day)
                        when voided <> '{}' or begins is not null or new_unit <> array[before.office_id, before.team_id]
                        then later.day end as first_day
              from (select min(day) as day from planned where planned.unit is not null and day >= today) as later
        ),
        wanted as (
            select planned.*,
                   case when day = moved.first_day or day > moved.first_day and author_id is null and planned.unit is not null
                        then new_unit else planned.unit end as wanted_unit
              from planned, moved
        )
        select public.employment_fact(after.id, day, wanted_unit, wanted_unit is null and day is distinct from ends
                                                                  and day is distinct from leaving)
          from (select *, lag(wanted_unit) over (order by day) as unit_before from wanted) as compared
         where day = ends and covers is not false
            or wanted_unit is distinct from case when is_known then known_unit else unit_before end
         order by day
    );
end
$$;
CREATE FUNCTION public.employment_fact(of_person bigint, first date, unit bigint[], covers boolean DEFAULT false) RETURNS public.new_hours_fact
    LANGUAGE sql
    AS $$
select gen_random_uuid(), 'employment', of_person, unit[1], first,
       (jsonb_build_object('user', of_person::text, 'from', first, 'office', unit[1]::text, 'team', unit[2]::text)
        || case when covers then '{"covers": true}' else '{}' end::jsonb)::text,
       null::bigint, null::text
$$;
CREATE FUNCTION public.employments(of_person bigint, without uuid[] DEFAULT '{}'::uuid[]) RETURNS SETOF public.employment
    LANGUAGE sql STABLE
    AS $$
with fact as materialized (select * from public.hours_fact where person_id = of_person and content is not null)
select distinct on (valid_from)
       id, entry, author_id, valid_from,
       case when office_id is not null then array[office_id, (content::jsonb ->> 'team')::bigint] end, content::jsonb ? 'covers'
  from fact
 where type = 'employment' and id <> all(without)
   and id::text not in (select content::jsonb ->> 'target' from fact where type = 'void')
 order by valid_from, seq desc
$$;
CREATE FUNCTION public.empty_facts(numbers bigint[]) RETURNS void
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $_$
declare
    columns text;
begin
    select string_agg(format('%I = null', attname), ', ') into columns
      from pg_attribute
     where attrelid = 'public.hours_fact'::regclass and attnum > 0 and not attisdropped
       and attname not in ('id', 'seq', 'entry', 'person_id', 'recorded_at', 'type', 'commitment');
    execute format('update public.hours_fact set %s where seq = any($1)', columns) using numbers;
end
$_$;
CREATE FUNCTION public.empty_records(numbers bigint[]) RETURNS bigint
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $_$
declare
    columns text;
    emptied bigint;
begin
    select string_agg(format('%I = null', attname), ', ') into columns
      from pg_attribute
     where attrelid = 'public.log_record'::regclass and attnum > 0 and not attisdropped
       and attname not in ('seq', 'id', 'type', 'received_at', 'entry_hash', 'time_commit', 'place_commit');
    execute format('update public.log_record set %s where seq = any($1) and person_id is not null', columns) using numbers;
    get diagnostics emptied = row_count;
    return emptied;
end
$_$;
CREATE FUNCTION public.end_push_subscriptions() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
    delete from push_subscription
     where person_id = old.person_id
       and (session_id = old.id
            or session_id is null
               and not exists (select from sign_in_session where person_id = old.person_id and ended_at is null));
    return null;
end
$$;
CREATE FUNCTION public.erased_names(person bigint) RETURNS text
    LANGUAGE sql STABLE
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
select jsonb_build_object('user_name', 'former-' || person, 'display_name', 'Former employee ' || person)::text
$$;
CREATE FUNCTION public.extend_employments(people bigint[]) RETURNS bigint
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
declare
    hours public.new_hours_fact[];
begin
    hours := array(
        select unnest(public.employment_changes(row(id, office_id, team_id, null, last_day, left_at),
                                                row(id, office_id, team_id, record.first_day, last_day, left_at)))
          from public.person as one, public.first_day_of_record(row(id, office_id, null, null, null, null)) as record (first_day)
         where id = any(people) and one.first_day is null and user_name <> 'former-' || id
           and record.first_day < coalesce((select min(valid_from) from public.employments(one.id) where unit is not null),
                                           'infinity')
         order by id);
    if cardinality(hours) > 0 then
        perform public.record_facts('hours', '{}', hours);
    end if;
    return cardinality(hours);
end
$$;
CREATE FUNCTION public.first_day_of_record(person public.employee) RETURNS date
    LANGUAGE sql STABLE
    AS $$
select least((select public.working_day(office_id, at) from public.event where person_id = person.id order by at limit 1),
             (select public.working_day(person.office_id, min(new_at)) from public.correction
               where person_id = person.id and new_at is not null))
$$;
CREATE FUNCTION public.first_employment(person public.employee, begins date) RETURNS public.new_hours_fact[]
    LANGUAGE sql
    AS $$
select coalesce(array_agg(public.employment_fact(person.id, fact.day, fact.unit) order by fact.day), '{}')
  from (select public.day_after_employment(person) as day offset 0) as ends,
       lateral (values (begins, array[person.office_id, person.team_id]), (ends.day, null)) as fact (day, unit)
 where fact.day is not null and begins < coalesce(ends.day, 'infinity')
$$;
CREATE FUNCTION public.first_kept_day(of_person bigint) RETURNS date
    LANGUAGE sql STABLE
    AS $$
select max(public.working_day(office_id, before + interval '12 hours'))
  from (select erasure.office_id, max(erasure.before) as before
          from public.hours_fact as fact
          join public.erased_fact as listed on listed.seq = fact.seq
          join public.erasure on erasure.id = listed.erasure_id
         where fact.person_id = of_person and fact.content is null
         group by erasure.office_id) as latest
$$;
CREATE FUNCTION public.folded_name(name text) RETURNS text
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    AS $$
select replace(replace(replace(replace(
           translate(regexp_replace(lower(normalize(name, nfkd)), '[\u0300-\u036f]', '', 'g'),
                     'ẞÆŒÞÐĐØŁĦŦŊƁƊƘƳƐƆƏðđøłħŧŋıɓɗƙƴɛɔə',
                     'ßæœþddolhtnbdkyeoaddolhtnibdkyeoa'),
           'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th')
$$;
CREATE FUNCTION public.follows_first_of_day(request uuid, decided_after timestamp with time zone) RETURNS boolean
    LANGUAGE sql STABLE PARALLEL SAFE
    AS $$
select right(request::text, 1) in ('1', '2', '3') and coalesce(
    (select bool_or(day.id = request)
            -- Of equal times, the order of the ids is reversed, so that they are no day.
            and string_agg(right(day.id::text, 1) || day.kind, ' ' order by day.at, day.id desc)
                in ('0start 3end', '0start 1pause 2start 3end')
       from correction_request as one
       join correction_request as day
         on (day.asker_id, day.person_id, day.asked_at, day.state) = (one.asker_id, one.person_id, one.asked_at, one.state)
      where one.id = request and day.type = 'add'
        and day.id between overlay(request::text placing '0' from 36)::uuid and overlay(request::text placing '3' from 36)::uuid
        and (day.decided_at is null or decided_after is null or day.decided_at > decided_after)), false)
$$;
CREATE FUNCTION public.forget_badges(of_person bigint) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
begin
    if not exists (select from public.person where id = of_person and left_at is not null) then
        raise exception 'this person works here' using errcode = 'DT001';
    end if;
    delete from public.badge_enrolment
     where person_id = of_person or badge_id in (select id from public.badge where person_id = of_person);
    delete from public.badge where person_id = of_person;
end
$$;
CREATE FUNCTION public.forget_day_notes(of_office bigint, before timestamp with time zone) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
declare
    latest timestamptz := public.retention_reaches(of_office, 'time');
    kept int := public.working_day_from(of_office, before);
begin
    if latest is null or before > latest then
        raise exception 'the retention has not run out' using errcode = 'DT001';
    end if;
    delete from public.day_note as one
     where one.office_id = of_office and one.day < kept
       and not exists (select from public.legal_hold
                        where legal_hold.person_id = one.person_id and released_at is null);
end
$$;
CREATE FUNCTION public.forget_earlier_names(of_person bigint) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
begin
    if not exists (select from public.person where id = of_person and left_at is not null) then
        raise exception 'this person works here' using errcode = 'DT001';
    end if;
    update public.admin_log set old = null, new = null
     where person_id = of_person and field in ('user_name', 'display_name', 'personnel_number', 'email', 'reading');
    delete from public.provisioned_name where person_id = of_person;
    insert into public.provisioned (person_id, removed_at) values (of_person, now())
        on conflict (person_id) do update set external_id = null, removed_at = coalesce(provisioned.removed_at, now());
end
$$;
CREATE FUNCTION public.forget_flag_confirmations(of_office bigint, before timestamp with time zone) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
declare
    latest timestamptz := public.retention_reaches(of_office, 'time');
    kept int := public.working_day_from(of_office, before);
begin
    if latest is null or before > latest then
        raise exception 'the retention has not run out' using errcode = 'DT001';
    end if;
    delete from public.flag_confirmation as one
     where one.office_id = of_office and one.day < kept
       and not exists (select from public.legal_hold
                        where legal_hold.person_id = one.person_id and released_at is null);
end
$$;
CREATE FUNCTION public.forget_identities(person bigint) RETURNS bigint
    LANGUAGE sql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
with forgotten as (delete from public.identity where person_id = person returning 1)
select count(*) from forgotten
$$;
CREATE FUNCTION public.forget_logs() RETURNS bigint
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
declare
    due public.due_log[];
begin
    select array_agg(due_log) into due from public.due_log;
    delete from public.access_log where id in (select id from unnest(due) where kind = 'access');
    delete from public.admin_log where id in (select id from unnest(due) where kind = 'account');
    delete from public.person_key where id in (select id from unnest(due) where kind = 'key');
    -- A reason is never empty.
    update public.legal_hold set reason = '-' where id in (select id from unnest(due) where kind = 'hold');
    update public.ledger_fact as fact set content = null, salt = null
      from public.superseded_name as name
     where fact.subject = 'person' and fact.subject_id = name.person_id and fact.seq = name.seq
       and name.person_id in (select id from unnest(due) where kind = 'name')
       and name.at < public.log_retention_reaches(name.office_id);
    -- Each download has an entry of the access log of the same age, which is counted.
    delete from public.export_log
     where at < public.log_retention_reaches(office_id) and not public.is_held(person_id);
    return coalesce(cardinality(due), 0);
end
$$;
CREATE FUNCTION public.forget_requests(part text, of_office bigint, of_person bigint, before timestamp with time zone) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
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
CREATE FUNCTION public.forget_time_of_reading() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
begin
    update public.tag_reading set received_at = null
     where uid = old.tag_uid and received_at = (select received_at from public.log_record where seq = old.seq);
    return null;
end
$$;
CREATE FUNCTION public.forget_warning_notes(of_office bigint, before timestamp with time zone) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
declare
    latest timestamptz := public.retention_reaches(of_office, 'time');
    kept int := public.working_day_from(of_office, before);
begin
    if latest is null or before > latest then
        raise exception 'the retention has not run out' using errcode = 'DT001';
    end if;
    delete from public.warning_note as one
     where one.office_id = of_office and one.day < kept
       and not exists (select from public.legal_hold
                        where legal_hold.person_id = one.person_id and released_at is null);
end
$$;
CREATE FUNCTION public.grant_administration_rights(server text) RETURNS void
    LANGUAGE plpgsql
    AS $$
begin
    execute format('grant insert on admin_log to %I', server);
    execute format('grant insert, update on provisioner, provisioned to %I', server);
    execute format('grant execute on function forget_earlier_names to %I', server);
end
$$;
CREATE FUNCTION public.grant_badge_rights(server text) RETURNS void
    LANGUAGE plpgsql
    AS $$
begin
    execute format('grant insert, update on person_key, badge, badge_enrolment to %I', server);
end
$$;
CREATE FUNCTION public.grant_configuration_log_rights(server text) RETURNS void
    LANGUAGE plpgsql
    AS $$
begin
    execute format('grant insert on configuration_log to %I', server);
end
$$;
CREATE FUNCTION public.grant_day_note_rights(server text) RETURNS void
    LANGUAGE plpgsql
    AS $$
begin
    execute format('grant insert on day_note to %I', server);
    execute format('grant execute on function forget_day_notes to %I', server);
end
$$;
CREATE FUNCTION public.grant_day_question_rights(server text) RETURNS void
    LANGUAGE plpgsql
    AS $$
begin
    execute format('grant insert, update, delete on day_question to %I', server);
end
$$;
CREATE FUNCTION public.grant_display_rights(server text) RETURNS void
    LANGUAGE plpgsql
    AS $$
begin
    execute format('grant insert, update (link_hash, link_expires_at, key_hash, enrolled_at, revoked_at) on display to %I', server);
    execute format('grant insert, delete on display_code to %I', server);
end
$$;
CREATE FUNCTION public.grant_employment_rights(server text) RETURNS void
    LANGUAGE plpgsql
    AS $$
begin
    execute format('grant execute on function extend_employments to %I', server);
end
$$;
CREATE FUNCTION public.grant_export_rights(server text) RETURNS void
    LANGUAGE plpgsql
    AS $$
begin
    execute format('grant insert on export_log to %I', server);
    execute format('grant insert, update, delete on export_layout to %I', server);
end
$$;
CREATE FUNCTION public.grant_fact_erasure_rights(server text) RETURNS void
    LANGUAGE plpgsql
    AS $$
begin
    execute format('grant insert on public.erased_fact to %I', server);
end
$$;
CREATE FUNCTION public.grant_failed_sign_in_rights(server text) RETURNS void
    LANGUAGE plpgsql
    AS $$
begin
    execute format('grant insert, update, delete on failed_sign_in to %I', server);
end
$$;
CREATE FUNCTION public.grant_flag_confirmation_rights(server text) RETURNS void
    LANGUAGE plpgsql
    AS $$
begin
    execute format('grant insert, update (withdrawn_by_id, withdrawn_at) on flag_confirmation to %I', server);
    execute format('grant execute on function forget_flag_confirmations to %I', server);
end
$$;
CREATE FUNCTION public.grant_floor_rights(server text) RETURNS void
    LANGUAGE plpgsql
    AS $$
begin
    execute format('grant delete on floor to %I', server);
    execute format('grant insert, update, delete on floor_draft to %I', server);
    execute format('grant insert, delete on floor_picture to %I', server);
end
$$;
CREATE FUNCTION public.grant_hours_rights(server text) RETURNS void
    LANGUAGE plpgsql
    AS $$
begin
    execute format('grant execute on function append_hours_facts to %I', server);
end
$$;
CREATE FUNCTION public.grant_hr_office_rights(server text) RETURNS void
    LANGUAGE plpgsql
    AS $$
begin
    execute format('grant insert, delete on hr_office to %I', server);
end
$$;
CREATE FUNCTION public.grant_identity_rights(server text) RETURNS void
    LANGUAGE plpgsql
    AS $$
begin
    execute format('grant insert on identity to %I', server);
    execute format('grant execute on function forget_identities to %I', server);
end
$$;
CREATE FUNCTION public.grant_log_retention_rights(server text) RETURNS void
    LANGUAGE plpgsql
    AS $$
begin
    execute format('grant execute on function public.forget_logs to %I', server);
end
$$;
CREATE FUNCTION public.grant_provisioned_name_rights(server text) RETURNS void
    LANGUAGE plpgsql
    AS $$
begin
    execute format('grant insert, update on provisioned_name to %I', server);
end
$$;
CREATE FUNCTION public.grant_reminder_rights(server text) RETURNS void
    LANGUAGE plpgsql
    AS $$
begin
    execute format('grant insert, update on office_reminders to %I', server);
    execute format('grant insert, update, delete on person_reminders, push_subscription, reminder to %I', server);
end
$$;
CREATE FUNCTION public.grant_request_rights(server text) RETURNS void
    LANGUAGE plpgsql
    AS $$
begin
    execute format('grant insert on correction_request to %I', server);
    execute format('grant update (state, decider_id, comment, decided_at) on correction_request to %I', server);
    execute format('grant execute on function forget_requests to %I', server);
    execute format('grant insert, update (seen_at), delete on seen_decisions to %I', server);
end
$$;
CREATE FUNCTION public.grant_sent_form_rights(server text) RETURNS void
    LANGUAGE plpgsql
    AS $$
begin
    execute format('grant insert, delete on sent_form to %I', server);
end
$$;
CREATE FUNCTION public.grant_server_rights(server text) RETURNS void
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
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
            ('insert', 'log_record, log_place, erasure, erased_record, access_log'),
            -- Every writer locks this row and updates it with each record.
            ('update', 'log_head'),
            -- Credentials.
            ('insert, update', 'sign_in_link, cookie_key, reader'),
            -- Managed by administrators.
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
CREATE FUNCTION public.grant_session_origin_rights(server text) RETURNS void
    LANGUAGE plpgsql
    AS $$
begin
    execute format('grant insert, delete on logout_token to %I', server);
end
$$;
CREATE FUNCTION public.grant_settings_rights(server text) RETURNS void
    LANGUAGE plpgsql
    AS $$
begin
    execute format('grant insert on office_settings to %I', server);
end
$$;
CREATE FUNCTION public.grant_sign_in_rights(server text) RETURNS void
    LANGUAGE plpgsql
    AS $$
begin
    execute format('grant insert, update, delete on sign_in_session, local_password, first_administrator_link to %I', server);
    execute format('grant delete on sign_in_link to %I', server);
end
$$;
CREATE FUNCTION public.grant_tag_rights(server text) RETURNS void
    LANGUAGE plpgsql
    AS $$
begin
    execute format('grant insert on server_secret, signing_key, tag_master_key to %I', server);
    execute format('grant update (retired_at) on signing_key, tag_master_key to %I', server);
    execute format('grant insert, update on tag to %I', server);
    execute format('grant insert, update (confirmed_at) on tag_key to %I', server);
    execute format('grant insert, update (received_at), delete on tag_reading to %I', server);
    execute format('grant insert, delete on signing_desk to %I', server);
end
$$;
CREATE FUNCTION public.grant_team_rights(server text) RETURNS void
    LANGUAGE plpgsql
    AS $$
begin
    execute format('grant insert, update on team to %I', server);
    execute format('grant insert, delete on team_manager to %I', server);
end
$$;
CREATE FUNCTION public.grant_unclaimed_tap_rights(server text) RETURNS void
    LANGUAGE plpgsql
    AS $$
begin
    execute format('grant insert, delete on unclaimed_tap to %I', server);
    execute format('grant delete on badge_enrolment to %I', server);
    execute format('grant execute on function forget_badges to %I', server);
end
$$;
CREATE FUNCTION public.grant_user_name_rights(server text) RETURNS void
    LANGUAGE plpgsql
    AS $$
begin
    execute format('grant insert, update, delete on freed_user_name to %I', server);
    execute format('grant insert on left_identity to %I', server);
end
$$;
CREATE FUNCTION public.grant_warning_note_rights(server text) RETURNS void
    LANGUAGE plpgsql
    AS $$
begin
    execute format('grant insert on warning_note to %I', server);
    execute format('grant execute on function forget_warning_notes to %I', server);
end
$$;
CREATE TABLE public.person (
    id bigint NOT NULL,
    user_name text NOT NULL,
    display_name text NOT NULL,
    role text DEFAULT 'employee'::text NOT NULL,
    office_id bigint NOT NULL,
    left_at timestamp with time zone,
    team_id bigint,
    is_private boolean DEFAULT false NOT NULL,
    personnel_number text,
    email text,
    email_since timestamp with time zone,
    reading text,
    first_day date,
    last_day date,
    CONSTRAINT person_display_name_check CHECK ((display_name <> ''::text)),
    CONSTRAINT person_role_check CHECK ((role = ANY (ARRAY['employee'::text, 'manager'::text, 'hr'::text, 'administrator'::text, 'auditor'::text]))),
    CONSTRAINT person_user_name_check CHECK (((user_name <> ''::text) AND (length(user_name) <= 128)))
);
CREATE FUNCTION public.hr_offices(person public.person) RETURNS bigint[]
    LANGUAGE sql STABLE PARALLEL SAFE
    AS $$
select case when person.role = 'hr' then coalesce(chosen_hr_offices(person.id), array[person.office_id]) end
$$;
CREATE FUNCTION public.is_held(person bigint) RETURNS boolean
    LANGUAGE sql STABLE
    AS $$ select exists (select from public.legal_hold where person_id = person and released_at is null) $$;
CREATE FUNCTION public.is_in_reach(person bigint, home_office bigint, viewer bigint, of_teams boolean, of_offices bigint[], of_all boolean) RETURNS boolean
    LANGUAGE sql STABLE PARALLEL SAFE
    AS $$
select person <> viewer
   and (of_all or coalesce(home_office = any(of_offices), false) or (of_teams and manages(viewer, person)))
$$;
CREATE FUNCTION public.is_in_reach(person bigint, home_office bigint, viewer bigint, of_teams boolean, of_office bigint, of_all boolean) RETURNS boolean
    LANGUAGE sql STABLE PARALLEL SAFE
    AS $$
select person <> viewer and (of_all or coalesce(home_office = of_office, false) or (of_teams and manages(viewer, person)))
$$;
CREATE FUNCTION public.keep_an_administrator() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
    perform pg_advisory_xact_lock(6517362);
    if not exists (select from person where role = 'administrator' and left_at is null) then
        raise exception 'nobody would be administrator any more' using errcode = 'DT002';
    end if;
    return null;
end
$$;
CREATE FUNCTION public.keep_user_names_apart() RETURNS trigger
    LANGUAGE plpgsql
    SET enable_seqscan TO 'off'
    AS $$
begin
    perform pg_advisory_xact_lock(6517363, 0);
    if exists (select from person where user_name_key(user_name) = user_name_key(new.user_name) and id <> new.id) then
        raise exception 'another person has this user name' using errcode = 'unique_violation';
    end if;
    return new;
end
$$;
CREATE FUNCTION public.ledger_field(content bytea) RETURNS bytea
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    AS $$ select int4send(octet_length(content)) || content $$;
CREATE FUNCTION public.log_retention_reaches(of_office bigint) RETURNS timestamp with time zone
    LANGUAGE sql STABLE
    AS $$
select now() - make_interval(months => max(log_retention_months)) from public.office where of_office is null or id = of_office
$$;
CREATE FUNCTION public.longest_tap_age() RETURNS bigint
    LANGUAGE sql STABLE
    AS $$
select case when bool_or(max_age_s is null) then null else max(max_age_s) end
  from office_settings as one
 where not exists (select from office_settings as later
                    where later.office_id = one.office_id and later.valid_from <= current_date
                      and (later.valid_from, later.id) > (one.valid_from, one.id))
$$;
CREATE FUNCTION public.manages(manager bigint, person bigint) RETURNS boolean
    LANGUAGE sql STABLE PARALLEL SAFE
    AS $$
select manager <> person
       and exists (select from team_manager join person as member on member.team_id = team_manager.team_id
                    where team_manager.person_id = manager and member.id = person)
$$;
CREATE FUNCTION public.missing_employment(person public.employee) RETURNS public.new_hours_fact[]
    LANGUAGE sql
    AS $$
select public.first_employment(person, coalesce(least(person.first_day, public.first_day_of_record(person)),
                                                public.working_day(person.office_id, now())))
$$;
CREATE FUNCTION public.name_patterns(sought text) RETURNS text[]
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    AS $$ select array_agg('%' || regexp_replace(word, '([\\%_])', '\\\1', 'g') || '%')
            from regexp_split_to_table(public.plain_name(sought), '[\s,]+') as word where word <> '' $$;
CREATE FUNCTION public.off_by_gap(of_person bigint, since timestamp with time zone, before timestamp with time zone) RETURNS timestamp with time zone
    LANGUAGE sql STABLE
    AS $$
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
CREATE FUNCTION public.plain_name(name text) RETURNS text
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    AS $$ select regexp_replace(public.folded_name(name),
                     '[''`.\u2018\u2019\u02bc\u2010\u0591-\u05c7\u064b-\u065f\u0670\u200c\u200d-]', '', 'g') $$;
CREATE FUNCTION public.random_salt() RETURNS bytea
    LANGUAGE sql PARALLEL SAFE
    AS $$ select uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()) $$;
CREATE FUNCTION public.record_changed_facts() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
declare
    hours public.new_hours_fact[] := '{}';
begin
    if tg_argv[0] = 'person' and tg_op = 'INSERT' then
        hours := array(
            select unnest(public.first_employment(row(id, office_id, team_id, first_day, last_day, left_at)::public.employee,
                                                  coalesce(first_day, today.day)))
              from changed
              join (select office_id, public.working_day(office_id, now()) as day from changed group by office_id) as today
                   using (office_id)
             order by id);
    end if;
    perform public.record_facts(tg_argv[0], (select array_agg(id) from changed), hours);
    return null;
end
$$;
CREATE FUNCTION public.record_employments() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
declare
    before public.employee[];
    after  public.employee[];
    hours  public.new_hours_fact[];
begin
    select array_agg(row(earlier.id, earlier.office_id, earlier.team_id, earlier.first_day, earlier.last_day,
                         earlier.left_at)::public.employee order by changed.id),
           array_agg(row(changed.id, changed.office_id, changed.team_id, changed.first_day, changed.last_day,
                         changed.left_at)::public.employee order by changed.id)
      into before, after
      from earlier join changed on changed.id = earlier.id
     where (earlier.office_id, earlier.team_id, earlier.first_day, earlier.last_day, earlier.left_at)
           is distinct from (changed.office_id, changed.team_id, changed.first_day, changed.last_day, changed.left_at)
       and changed.user_name <> 'former-' || changed.id;
    if before is null then
        return null;
    end if;
    -- First, because facts that another transaction records meanwhile count.
    perform from public.log_head for update;
    -- Of people who were added before this migration.
    hours := array(
        select unnest(public.missing_employment(person))
          from unnest(before) as person
         where not exists (select from public.hours_fact where person_id = person.id and type = 'employment'));
    if cardinality(hours) > 0 then
        perform public.record_facts('hours', '{}', hours);
    end if;
    hours := array(select unnest(public.employment_changes(one.before, one.after))
                     from (select unnest(before) as before, unnest(after) as after) as one);
    if cardinality(hours) > 0 then
        perform public.record_facts('hours', '{}', hours);
    end if;
    return null;
end
$$;
CREATE FUNCTION public.record_facts(of_subject text, of_ids bigint[]) RETURNS bigint
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
begin
    return public.record_facts(of_subject, of_ids, '{}'::public.new_hours_fact[]);
end
$$;
CREATE FUNCTION public.record_facts(of_subject text, of_ids bigint[], hours public.new_hours_fact[]) RETURNS bigint
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
declare
    ids         bigint[];
    contents    text[];
    salts       bytea[];
    commitments bytea[];
    hours_salts bytea[];
    hours_commitments bytea[];
    reason_salts bytea[];
    reason_commitments bytea[];
    latest      bigint;
    digest      bytea;
    number      bigint;
    previous    bytea;
    record_id   uuid := gen_random_uuid();
    accepted    bigint := floor(extract(epoch from clock_timestamp()) * 1000);
    record_salt bytea := public.random_salt();
    time_commit bytea;
begin
    if coalesce(cardinality(of_ids), 0) + cardinality(hours) = 0 then
        return 0;
    end if;
    -- First, because facts that another transaction records meanwhile are not recorded again.
    select seq + 1, hash into number, previous from public.log_head for update;
    select array_agg(fact.subject_id), array_agg(fact.content), array_agg(fact.salt),
           array_agg(sha256(fact.salt || convert_to(concat_ws(E'\n', of_subject, fact.subject_id, fact.content), 'UTF8')))
      into ids, contents, salts, commitments
      from (select now.subject_id, now.content::text as content, public.random_salt() as salt
              from public.current_fact as now
             where now.subject = of_subject and now.subject_id = any(of_ids)
               and now.content is distinct from
                   (select known.content::jsonb from public.ledger_fact as known
                     where known.subject = now.subject and known.subject_id = now.subject_id
                     order by known.seq desc limit 1)) as fact;
    if ids is null and cardinality(hours) = 0 then
        return 0;
    end if;
    select coalesce(max(seq), 0) into latest from public.hours_fact;
    select array_agg(fact.salt order by fact.place), array_agg(fact.reason_salt order by fact.place),
           array_agg(fact.reason_commitment order by fact.place),
           array_agg(sha256(fact.salt || convert_to(jsonb_build_array(
               'hours', fact.id, latest + fact.place, fact.person_id, accepted, fact.type, fact.office_id, fact.valid_from,
               fact.content, fact.author_id, encode(fact.reason_commitment, 'hex'))::text, 'UTF8')) order by fact.place)
      into hours_salts, reason_salts, reason_commitments, hours_commitments
      from (select salted.*, public.random_salt() as salt,
                   sha256(salted.reason_salt || convert_to(salted.reason, 'UTF8')) as reason_commitment
              from (select sent.*, case when sent.reason is not null then public.random_salt() end as reason_salt
                      from unnest(hours) with ordinality
                           as sent (id, type, person_id, office_id, valid_from, content, author_id, reason, place)) as salted
           ) as fact;
    -- 'Ledger/ledger_page' has the same lines.
    select sha256(convert_to(string_agg(line, E'\n' order by subject collate "C", subject_id), 'UTF8')) into digest
      from (select of_subject as subject, fact.id as subject_id,
                   concat_ws(' ', of_subject, fact.id, encode(fact.commitment, 'hex')) as line
              from unnest(ids, commitments) as fact (id, commitment)
            union all
            select 'hours', latest + fact.place,
                   concat_ws(' ', 'hours', latest + fact.place, coalesce(fact.person_id::text, '-'), encode(fact.commitment, 'hex'))
              from rows from (unnest(hours), unnest(hours_commitments)) with ordinality
                   as fact (id, type, person_id, office_id, valid_from, content, author_id, reason, commitment, place)) as listed;
    time_commit := sha256(record_salt || public.ledger_field('desktap facts 1') || public.ledger_field('facts')
                          || public.ledger_field(uuid_send(record_id)) || public.ledger_field(int8send(accepted))
                          || public.ledger_field(digest));
    update public.log_head
       set seq = number,
           -- As LedgerEntry.hash. The last field: no place.
           hash = sha256(public.ledger_field('desktap entry 1') || public.ledger_field(int8send(number))
                         || public.ledger_field(previous) || public.ledger_field('facts')
                         || public.ledger_field(uuid_send(record_id)) || public.ledger_field(int8send(accepted * 1000))
                         || public.ledger_field(time_commit) || '\xffffffff'::bytea)
    returning hash into previous;
    insert into public.log_record (seq, id, type, received_at, salt, entry_hash, time_commit)
    values (number, record_id, 'facts', to_timestamp(accepted / 1000.0), record_salt, previous, time_commit);
    insert into public.ledger_fact (subject, subject_id, seq, content, salt, commitment)
    select of_subject, id, number, content, salt, commitment
      from unnest(ids, contents, salts, commitments) as fact (id, content, salt, commitment);
    insert into public.hours_fact (id, seq, entry, person_id, recorded_at, type, office_id, valid_from, content, author_id, salt,
                                   commitment, reason, reason_salt, reason_commitment)
    select fact.id, latest + fact.place, number, fact.person_id, to_timestamp(accepted / 1000.0), fact.type, fact.office_id,
           fact.valid_from, fact.content, fact.author_id, fact.salt, fact.commitment, fact.reason, fact.reason_salt,
           fact.reason_commitment
      from rows from (unnest(hours), unnest(hours_salts), unnest(hours_commitments), unnest(reason_salts),
                      unnest(reason_commitments)) with ordinality
           as fact (id, type, person_id, office_id, valid_from, content, author_id, reason, salt, commitment, reason_salt,
                    reason_commitment, place);
    update public.ledger_fact as earlier set content = null, salt = null
      from unnest(ids, contents) as fact (id, content)
     where of_subject = 'person' and fact.content::jsonb ->> 'user_name' = 'former-' || fact.id
       and earlier.subject = 'person' and earlier.subject_id = fact.id and earlier.seq < number
       and earlier.content <> public.erased_names(fact.id);
    update public.hours_fact as earlier set reason = null, reason_salt = null
      from unnest(ids, contents) as fact (id, content)
     where of_subject = 'person' and fact.content = public.erased_names(fact.id)
       and earlier.person_id = fact.id and earlier.entry < number and earlier.reason is not null;
    return coalesce(cardinality(ids), 0) + cardinality(hours);
end
$$;
CREATE FUNCTION public.record_missing_employments(at_most integer) RETURNS bigint
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
declare
    hours public.new_hours_fact[];
begin
    -- First, because facts that another transaction records meanwhile are not recorded again.
    perform from public.log_head for update;
    hours := array(
        select unnest(facts)
          from (select facts
                  from public.person,
                       public.missing_employment(row(id, office_id, team_id, first_day, last_day, left_at)) as facts
                 where user_name <> 'former-' || id and cardinality(facts) > 0
                   and not exists (select from public.hours_fact where person_id = person.id and type = 'employment')
                 order by id limit at_most) as one);
    if cardinality(hours) > 0 then
        perform public.record_facts('hours', '{}', hours);
    end if;
    return (select count(distinct person_id) from unnest(hours));
end
$$;
CREATE FUNCTION public.record_missing_facts(at_most integer) RETURNS bigint
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
declare
    named text;
    ids   bigint[];
begin
    foreach named in array '{settings,person,hold}'::text[] loop
        select array_agg(missing.subject_id) into ids
          from (select subject_id from public.current_fact
                 where subject = named
                   and not exists (select from public.ledger_fact as known
                                    where known.subject = named and known.subject_id = current_fact.subject_id)
                 limit at_most) as missing;
        if ids is not null then
            return public.record_facts(named, ids);
        end if;
    end loop;
    return 0;
end
$$;
CREATE FUNCTION public.retention_reaches(of_office bigint, part text) RETURNS timestamp with time zone
    LANGUAGE sql STABLE
    AS $$
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
CREATE TABLE public.office_settings (
    id bigint NOT NULL,
    office_id bigint NOT NULL,
    valid_from date NOT NULL,
    time_zone text NOT NULL,
    day_boundary time without time zone DEFAULT '00:00:00'::time without time zone NOT NULL,
    attribution text DEFAULT 'session_start'::text NOT NULL,
    max_session_s bigint DEFAULT 57600,
    close_at_boundary boolean DEFAULT false NOT NULL,
    repeat_window_s bigint DEFAULT 300 NOT NULL,
    late_flag_s bigint DEFAULT 900 NOT NULL,
    future_tolerance_s bigint DEFAULT 120 NOT NULL,
    max_age_s bigint DEFAULT 2678400,
    author_id bigint,
    set_at timestamp with time zone DEFAULT now() NOT NULL,
    night_from time without time zone,
    night_to time without time zone,
    CONSTRAINT office_settings_attribution_check CHECK ((attribution = ANY (ARRAY['session_start'::text, 'split'::text]))),
    CONSTRAINT office_settings_future_tolerance_s_check CHECK ((future_tolerance_s >= 0)),
    CONSTRAINT office_settings_late_flag_s_check CHECK ((late_flag_s >= 0)),
    CONSTRAINT office_settings_max_age_s_check CHECK ((max_age_s >= 0)),
    CONSTRAINT office_settings_max_session_s_check CHECK ((max_session_s > 0)),
    CONSTRAINT office_settings_repeat_window_s_check CHECK ((repeat_window_s >= 0)),
    CONSTRAINT office_settings_time_zone_check CHECK ((time_zone <> ''::text))
);
CREATE FUNCTION public.settings_for(office bigint, day date) RETURNS public.office_settings
    LANGUAGE sql STABLE
    AS $$
select one.* from public.office_settings as one where one.office_id = office and one.valid_from <= day
 order by one.valid_from desc, one.id desc limit 1
$$;
CREATE FUNCTION public.tell_floor_change() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
    -- PostgreSQL sends equal notifications of a transaction once.
    perform pg_notify('desktap_floors', '');
    return null;
end
$$;
CREATE FUNCTION public.user_name_digest(user_name text) RETURNS bytea
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    AS $$ select sha256(convert_to(public.user_name_key(user_name), 'UTF8')) $$;
CREATE FUNCTION public.user_name_key(user_name text) RETURNS text
    LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE
    AS $$
begin
    return case when octet_length(user_name) = length(user_name) then lower(user_name collate "C")
       else normalize(lower(translate(normalize(user_name, nfkc),
           'ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÐÑÒÓÔÕÖØÙÚÛÜÝÞĀĂĄĆĈĊČĎĐĒĔĖĘĚĜĞĠĢĤĦĨĪĬĮĴĶĹĻĽŁŃŅŇŊŌŎŐŒŔŖŘŚŜŞŠŢŤŦŨŪŬŮŰŲŴŶŸŹŻŽƁƂƄƆƇƉƊƋƎƏ'
           'ƐƑƓƔƖƗƘƜƝƟƠƢƤƦƧƩƬƮƯƱƲƳƵƷƸƼǍǏǑǓǕǗǙǛǞǠǢǤǦǨǪǬǮǴǶǷǸǺǼǾȀȂȄȆȈȊȌȎȐȒȔȖȘȚȜȞȠȢȤȦȨȪȬȮȰȲȺȻȽȾɁɃɄɅɆɈɊɌɎͅͰͲͶͿΆΈΉΊΌΎ'
           'ΏΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩΪΫςϏϘϚϜϞϠϢϤϦϨϪϬϮϷϺϽϾϿЀЁЂЃЄЅІЇЈЉЊЋЌЍЎЏАБВГДЕЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯѠѢѤѦѨѪ'
           'ѬѮѰѲѴѶѸѺѼѾҀҊҌҎҐҒҔҖҘҚҜҞҠҢҤҦҨҪҬҮҰҲҴҶҸҺҼҾӀӁӃӅӇӉӋӍӐӒӔӖӘӚӜӞӠӢӤӦӨӪӬӮӰӲӴӶӸӺӼӾԀԂԄԆԈԊԌԎԐԒԔԖԘԚԜԞԠԢԤԦԨԪԬԮԱԲԳԴԵԶ'
           'ԷԸԹԺԻԼԽԾԿՀՁՂՃՄՅՆՇՈՉՊՋՌՍՎՏՐՑՒՓՔՕՖႠႡႢႣႤႥႦႧႨႩႪႫႬႭႮႯႰႱႲႳႴႵႶႷႸႹႺႻႼႽႾႿჀჁჂჃჄჅჇჍᎠᎡᎢᎣᎤᎥᎦᎧᎨᎩᎪᎫᎬᎭᎮᎯᎰᎱᎲᎳᎴᎵᎶᎷᎸᎹᎺᎻ'
           'ᎼᎽᎾᎿᏀᏁᏂᏃᏄᏅᏆᏇᏈᏉᏊᏋᏌᏍᏎᏏᏐᏑᏒᏓᏔᏕᏖᏗᏘᏙᏚᏛᏜᏝᏞᏟᏠᏡᏢᏣᏤᏥᏦᏧᏨᏩᏪᏫᏬᏭᏮᏯᏰᏱᏲᏳᏴᏵᲀᲁᲂᲃᲄᲅᲆᲇᲈᲐᲑᲒᲓᲔᲕᲖᲗᲘᲙᲚᲛᲜᲝᲞᲟᲠᲡᲢᲣᲤᲥᲦᲧᲨᲩᲪᲫᲬᲭᲮᲯᲰ'
           'ᲱᲲᲳᲴᲵᲶᲷᲸᲹᲺᲽᲾᲿḀḂḄḆḈḊḌḎḐḒḔḖḘḚḜḞḠḢḤḦḨḪḬḮḰḲḴḶḸḺḼḾṀṂṄṆṈṊṌṎṐṒṔṖṘṚṜṞṠṢṤṦṨṪṬṮṰṲṴṶṸṺṼṾẀẂẄẆẈẊẌẎẐẒẔẞẠẢẤẦẨẪẬẮẰẲẴ'
           'ẶẸẺẼẾỀỂỄỆỈỊỌỎỐỒỔỖỘỚỜỞỠỢỤỦỨỪỬỮỰỲỴỶỸỺỼỾἈἉἊἋἌἍἎἏἘἙἚἛἜἝἨἩἪἫἬἭἮἯἸἹἺἻἼἽἾἿὈὉὊὋὌὍὙὛὝὟὨὩὪὫὬὭὮὯᾈᾉᾊᾋᾌᾍᾎᾏᾘᾙᾚᾛᾜᾝᾞ'
           'ᾟᾨᾩᾪᾫᾬᾭᾮᾯᾸᾹᾺᾼῈῊῌῘῙῚῨῩῪῬῸῺῼℲↃⰀⰁⰂⰃⰄⰅⰆⰇⰈⰉⰊⰋⰌⰍⰎⰏⰐⰑⰒⰓⰔⰕⰖⰗⰘⰙⰚⰛⰜⰝⰞⰟⰠⰡⰢⰣⰤⰥⰦⰧⰨⰩⰪⰫⰬⰭⰮⰯⱠⱢⱣⱤⱧⱩⱫⱭⱮⱯⱰⱲⱵⱾⱿⲀⲂⲄⲆⲈⲊⲌⲎⲐ'
           'ⲒⲔⲖⲘⲚⲜⲞⲠⲢⲤⲦⲨⲪⲬⲮⲰⲲⲴⲶⲸⲺⲼⲾⳀⳂⳄⳆⳈⳊⳌⳎⳐⳒⳔⳖⳘⳚⳜⳞⳠⳢⳫⳭⳲꙀꙂꙄꙆꙈꙊꙌꙎꙐꙒꙔꙖꙘꙚꙜꙞꙠꙢꙤꙦꙨꙪꙬꚀꚂꚄꚆꚈꚊꚌꚎꚐꚒꚔꚖꚘꚚꜢꜤꜦꜨꜪꜬꜮꜲꜴꜶꜸꜺꜼꜾꝀꝂꝄꝆꝈ'
           'ꝊꝌꝎꝐꝒꝔꝖꝘꝚꝜꝞꝠꝢꝤꝦꝨꝪꝬꝮꝹꝻꝽꝾꞀꞂꞄꞆꞋꞍꞐꞒꞖꞘꞚꞜꞞꞠꞢꞤꞦꞨꞪꞫꞬꞭꞮꞰꞱꞲꞳꞴꞶꞸꞺꞼꞾꟀꟂꟄꟅꟆꟇꟉꟐꟖꟘꟵ𐐀𐐁𐐂𐐃𐐄𐐅𐐆𐐇𐐈𐐉𐐊𐐋𐐌𐐍𐐎𐐏𐐐𐐑𐐒𐐓𐐔𐐕𐐖𐐗𐐘𐐙𐐚𐐛𐐜𐐝𐐞𐐟𐐠'
           '𐐡𐐢𐐣𐐤𐐥𐐦𐐧𐒰𐒱𐒲𐒳𐒴𐒵𐒶𐒷𐒸𐒹𐒺𐒻𐒼𐒽𐒾𐒿𐓀𐓁𐓂𐓃𐓄𐓅𐓆𐓇𐓈𐓉𐓊𐓋𐓌𐓍𐓎𐓏𐓐𐓑𐓒𐓓𐕰𐕱𐕲𐕳𐕴𐕵𐕶𐕷𐕸𐕹𐕺𐕼𐕽𐕾𐕿𐖀𐖁𐖂𐖃𐖄𐖅𐖆𐖇𐖈𐖉𐖊𐖌𐖍𐖎𐖏𐖐𐖑𐖒𐖔𐖕𐲀𐲁𐲂𐲃𐲄𐲅𐲆𐲇𐲈𐲉𐲊𐲋𐲌𐲍𐲎𐲏𐲐𐲑𐲒𐲓𐲔𐲕'
           '𐲖𐲗𐲘𐲙𐲚𐲛𐲜𐲝𐲞𐲟𐲠𐲡𐲢𐲣𐲤𐲥𐲦𐲧𐲨𐲩𐲪𐲫𐲬𐲭𐲮𐲯𐲰𐲱𐲲𑢠𑢡𑢢𑢣𑢤𑢥𑢦𑢧𑢨𑢩𑢪𑢫𑢬𑢭𑢮𑢯𑢰𑢱𑢲𑢳𑢴𑢵𑢶𑢷𑢸𑢹𑢺𑢻𑢼𑢽𑢾𑢿𖹀𖹁𖹂𖹃𖹄𖹅𖹆𖹇𖹈𖹉𖹊𖹋𖹌𖹍𖹎𖹏𖹐𖹑𖹒𖹓𖹔𖹕𖹖𖹗𖹘𖹙𖹚𖹛𖹜𖹝𖹞𖹟𞤀𞤁𞤂𞤃𞤄𞤅𞤆'
           '𞤇𞤈𞤉𞤊𞤋𞤌𞤍𞤎𞤏𞤐𞤑𞤒𞤓𞤔𞤕𞤖𞤗𞤘𞤙𞤚𞤛𞤜𞤝𞤞𞤟𞤠𞤡',
           'àáâãäåæçèéêëìíîïðñòóôõöøùúûüýþāăąćĉċčďđēĕėęěĝğġģĥħĩīĭįĵķĺļľłńņňŋōŏőœŕŗřśŝşšţťŧũūŭůűųŵŷÿźżžɓƃƅɔƈɖɗƌǝə'
           'ɛƒɠɣɩɨƙɯɲɵơƣƥʀƨʃƭʈưʊʋƴƶʒƹƽǎǐǒǔǖǘǚǜǟǡǣǥǧǩǫǭǯǵƕƿǹǻǽǿȁȃȅȇȉȋȍȏȑȓȕȗșțȝȟƞȣȥȧȩȫȭȯȱȳⱥȼƚⱦɂƀʉʌɇɉɋɍɏιͱͳͷϳάέήίόύ'
           'ώαβγδεζηθικλμνξοπρστυφχψωϊϋσϗϙϛϝϟϡϣϥϧϩϫϭϯϸϻͻͼͽѐёђѓєѕіїјљњћќѝўџабвгдежзийклмнопрстуфхцчшщъыьэюяѡѣѥѧѩѫ'
           'ѭѯѱѳѵѷѹѻѽѿҁҋҍҏґғҕҗҙқҝҟҡңҥҧҩҫҭүұҳҵҷҹһҽҿӏӂӄӆӈӊӌӎӑӓӕӗәӛӝӟӡӣӥӧөӫӭӯӱӳӵӷӹӻӽӿԁԃԅԇԉԋԍԏԑԓԕԗԙԛԝԟԡԣԥԧԩԫԭԯաբգդեզ'
           'էըթժիլխծկհձղճմյնշոչպջռսվտրցւփքօֆⴀⴁⴂⴃⴄⴅⴆⴇⴈⴉⴊⴋⴌⴍⴎⴏⴐⴑⴒⴓⴔⴕⴖⴗⴘⴙⴚⴛⴜⴝⴞⴟⴠⴡⴢⴣⴤⴥⴧⴭꭰꭱꭲꭳꭴꭵꭶꭷꭸꭹꭺꭻꭼꭽꭾꭿꮀꮁꮂꮃꮄꮅꮆꮇꮈꮉꮊꮋ'
           'ꮌꮍꮎꮏꮐꮑꮒꮓꮔꮕꮖꮗꮘꮙꮚꮛꮜꮝꮞꮟꮠꮡꮢꮣꮤꮥꮦꮧꮨꮩꮪꮫꮬꮭꮮꮯꮰꮱꮲꮳꮴꮵꮶꮷꮸꮹꮺꮻꮼꮽꮾꮿᏸᏹᏺᏻᏼᏽвдосттъѣꙋაბგდევზთიკლმნოპჟრსტუფქღყშჩცძწჭხჯჰ'
           'ჱჲჳჴჵჶჷჸჹჺჽჾჿḁḃḅḇḉḋḍḏḑḓḕḗḙḛḝḟḡḣḥḧḩḫḭḯḱḳḵḷḹḻḽḿṁṃṅṇṉṋṍṏṑṓṕṗṙṛṝṟṡṣṥṧṩṫṭṯṱṳṵṷṹṻṽṿẁẃẅẇẉẋẍẏẑẓẕßạảấầẩẫậắằẳẵ'
           'ặẹẻẽếềểễệỉịọỏốồổỗộớờởỡợụủứừửữựỳỵỷỹỻỽỿἀἁἂἃἄἅἆἇἐἑἒἓἔἕἠἡἢἣἤἥἦἧἰἱἲἳἴἵἶἷὀὁὂὃὄὅὑὓὕὗὠὡὢὣὤὥὦὧᾀᾁᾂᾃᾄᾅᾆᾇᾐᾑᾒᾓᾔᾕᾖ'
           'ᾗᾠᾡᾢᾣᾤᾥᾦᾧᾰᾱὰᾳὲὴῃῐῑὶῠῡὺῥὸὼῳⅎↄⰰⰱⰲⰳⰴⰵⰶⰷⰸⰹⰺⰻⰼⰽⰾⰿⱀⱁⱂⱃⱄⱅⱆⱇⱈⱉⱊⱋⱌⱍⱎⱏⱐⱑⱒⱓⱔⱕⱖⱗⱘⱙⱚⱛⱜⱝⱞⱟⱡɫᵽɽⱨⱪⱬɑɱɐɒⱳⱶȿɀⲁⲃⲅⲇⲉⲋⲍⲏⲑ'
           'ⲓⲕⲗⲙⲛⲝⲟⲡⲣⲥⲧⲩⲫⲭⲯⲱⲳⲵⲷⲹⲻⲽⲿⳁⳃⳅⳇⳉⳋⳍⳏⳑⳓⳕⳗⳙⳛⳝⳟⳡⳣⳬⳮⳳꙁꙃꙅꙇꙉꙋꙍꙏꙑꙓꙕꙗꙙꙛꙝꙟꙡꙣꙥꙧꙩꙫꙭꚁꚃꚅꚇꚉꚋꚍꚏꚑꚓꚕꚗꚙꚛꜣꜥꜧꜩꜫꜭꜯꜳꜵꜷꜹꜻꜽꜿꝁꝃꝅꝇꝉ'
           'ꝋꝍꝏꝑꝓꝕꝗꝙꝛꝝꝟꝡꝣꝥꝧꝩꝫꝭꝯꝺꝼᵹꝿꞁꞃꞅꞇꞌɥꞑꞓꞗꞙꞛꞝꞟꞡꞣꞥꞧꞩɦɜɡɬɪʞʇʝꭓꞵꞷꞹꞻꞽꞿꟁꟃꞔʂᶎꟈꟊꟑꟗꟙꟶ𐐨𐐩𐐪𐐫𐐬𐐭𐐮𐐯𐐰𐐱𐐲𐐳𐐴𐐵𐐶𐐷𐐸𐐹𐐺𐐻𐐼𐐽𐐾𐐿𐑀𐑁𐑂𐑃𐑄𐑅𐑆𐑇𐑈'
           '𐑉𐑊𐑋𐑌𐑍𐑎𐑏𐓘𐓙𐓚𐓛𐓜𐓝𐓞𐓟𐓠𐓡𐓢𐓣𐓤𐓥𐓦𐓧𐓨𐓩𐓪𐓫𐓬𐓭𐓮𐓯𐓰𐓱𐓲𐓳𐓴𐓵𐓶𐓷𐓸𐓹𐓺𐓻𐖗𐖘𐖙𐖚𐖛𐖜𐖝𐖞𐖟𐖠𐖡𐖣𐖤𐖥𐖦𐖧𐖨𐖩𐖪𐖫𐖬𐖭𐖮𐖯𐖰𐖱𐖳𐖴𐖵𐖶𐖷𐖸𐖹𐖻𐖼𐳀𐳁𐳂𐳃𐳄𐳅𐳆𐳇𐳈𐳉𐳊𐳋𐳌𐳍𐳎𐳏𐳐𐳑𐳒𐳓𐳔𐳕'
           '𐳖𐳗𐳘𐳙𐳚𐳛𐳜𐳝𐳞𐳟𐳠𐳡𐳢𐳣𐳤𐳥𐳦𐳧𐳨𐳩𐳪𐳫𐳬𐳭𐳮𐳯𐳰𐳱𐳲𑣀𑣁𑣂𑣃𑣄𑣅𑣆𑣇𑣈𑣉𑣊𑣋𑣌𑣍𑣎𑣏𑣐𑣑𑣒𑣓𑣔𑣕𑣖𑣗𑣘𑣙𑣚𑣛𑣜𑣝𑣞𑣟𖹠𖹡𖹢𖹣𖹤𖹥𖹦𖹧𖹨𖹩𖹪𖹫𖹬𖹭𖹮𖹯𖹰𖹱𖹲𖹳𖹴𖹵𖹶𖹷𖹸𖹹𖹺𖹻𖹼𖹽𖹾𖹿𞤢𞤣𞤤𞤥𞤦𞤧𞤨'
           '𞤩𞤪𞤫𞤬𞤭𞤮𞤯𞤰𞤱𞤲𞤳𞤴𞤵𞤶𞤷𞤸𞤹𞤺𞤻𞤼𞤽𞤾𞤿𞥀𞥁𞥂𞥃'
           ) collate "C"), nfkc) end;
end
$$;
CREATE FUNCTION public.working_day(of_office bigint, instant timestamp with time zone) RETURNS date
    LANGUAGE sql STABLE
    AS $$
select candidate.day
  from (select min(valid_from) as day from public.office_settings where office_id = of_office) as first,
       (select (instant at time zone 'UTC' + interval '14 hours')::date - back as day
          from generate_series(0, 3) as back) as candidate,
       public.settings_for(of_office, greatest(candidate.day, first.day)) as rules
 where candidate.day + coalesce(rules.day_boundary, '00:00') <= instant at time zone coalesce(rules.time_zone, 'UTC')
 order by candidate.day desc limit 1
$$;
CREATE FUNCTION public.working_day_from(of_office bigint, instant timestamp with time zone) RETURNS integer
    LANGUAGE sql STABLE
    AS $$
select round(extract(epoch from (instant at time zone rules.time_zone) - rules.day_boundary) / 86400)::int
  from public.settings_for(of_office, ((instant + interval '12 hours') at time zone 'UTC')::date) as rules
$$;
CREATE TABLE public.access_log (
    id bigint NOT NULL,
    at timestamp with time zone NOT NULL,
    reader_id bigint NOT NULL,
    person_id bigint,
    office_id bigint,
    period_from date NOT NULL,
    period_to date NOT NULL,
    purpose text NOT NULL,
    CONSTRAINT access_log_check CHECK ((period_to >= period_from)),
    CONSTRAINT access_log_purpose_check CHECK ((purpose ~ '\S'::text))
);
ALTER TABLE public.access_log ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.access_log_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.admin_log (
    id bigint NOT NULL,
    at timestamp with time zone NOT NULL,
    author_id bigint,
    provisioner_id bigint,
    person_id bigint NOT NULL,
    field text NOT NULL,
    old text,
    new text,
    issuer text,
    CONSTRAINT admin_log_author_check CHECK ((num_nonnulls(author_id, provisioner_id, issuer) <= 1)),
    CONSTRAINT admin_log_issuer_check CHECK ((issuer <> ''::text))
);
ALTER TABLE public.admin_log ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.admin_log_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.badge (
    id bigint NOT NULL,
    hash bytea NOT NULL,
    kind text NOT NULL,
    person_id bigint NOT NULL,
    reader_id bigint,
    tap_id uuid NOT NULL,
    enrolled_at timestamp with time zone NOT NULL,
    removed_at timestamp with time zone,
    CONSTRAINT badge_hash_check CHECK ((octet_length(hash) = 32)),
    CONSTRAINT badge_kind_check CHECK ((kind = ANY (ARRAY['nfca'::text, 'nfcb'::text, 'felica'::text, 'iso15693'::text])))
);
CREATE TABLE public.badge_enrolment (
    id bigint NOT NULL,
    person_id bigint NOT NULL,
    reader_id bigint NOT NULL,
    asked_at timestamp with time zone NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    closed_at timestamp with time zone,
    badge_id bigint,
    CONSTRAINT badge_enrolment_check CHECK ((expires_at > asked_at))
);
ALTER TABLE public.badge_enrolment ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.badge_enrolment_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
ALTER TABLE public.badge ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.badge_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.configuration_log (
    id bigint NOT NULL,
    at timestamp with time zone NOT NULL,
    author_id bigint,
    thing text NOT NULL,
    action text NOT NULL,
    name text NOT NULL,
    detail text
);
ALTER TABLE public.configuration_log ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.configuration_log_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.cookie_key (
    only_row boolean DEFAULT true NOT NULL,
    key bytea NOT NULL,
    CONSTRAINT cookie_key_key_check CHECK ((octet_length(key) = ANY (ARRAY[32, 60]))),
    CONSTRAINT cookie_key_only_row_check CHECK (only_row)
);
CREATE VIEW public.correction AS
 SELECT log_record.seq,
    log_record.id,
    log_record.type,
    log_record.target_id,
    log_record.person_id,
    log_record.author_id,
    log_record.reason,
    log_record.received_at,
    log_record.new_at,
    log_record.new_at_sent,
    log_record.new_kind,
    log_record.new_office_id,
    log_record.salt
   FROM public.log_record
  WHERE (log_record.target_id IS NOT NULL);
CREATE TABLE public.correction_request (
    id uuid NOT NULL,
    asker_id bigint NOT NULL,
    person_id bigint NOT NULL,
    type text NOT NULL,
    target_id uuid,
    kind text,
    at timestamp with time zone,
    at_sent text,
    desk text,
    sets_desk boolean DEFAULT false NOT NULL,
    office_id bigint,
    reason text NOT NULL,
    asked_at timestamp with time zone NOT NULL,
    log_seq bigint NOT NULL,
    record_id uuid DEFAULT gen_random_uuid() NOT NULL,
    state text DEFAULT 'open'::text NOT NULL,
    decider_id bigint,
    comment text,
    decided_at timestamp with time zone,
    CONSTRAINT correction_request_check CHECK (((type = 'add'::text) = (target_id IS NULL))),
    CONSTRAINT correction_request_check1 CHECK (((type <> 'add'::text) OR ((kind IS NOT NULL) AND (at IS NOT NULL)))),
    CONSTRAINT correction_request_check2 CHECK (((type <> 'void'::text) OR ((kind IS NULL) AND (at IS NULL) AND (office_id IS NULL) AND (NOT sets_desk)))),
    CONSTRAINT correction_request_check3 CHECK (((at IS NULL) = (at_sent IS NULL))),
    CONSTRAINT correction_request_check4 CHECK (((desk IS NULL) OR sets_desk)),
    CONSTRAINT correction_request_check5 CHECK ((((state = 'open'::text) = (decided_at IS NULL)) AND ((state = 'open'::text) = (decider_id IS NULL)))),
    CONSTRAINT correction_request_check6 CHECK (((state <> ALL (ARRAY['approved'::text, 'refused'::text])) OR ((decider_id <> asker_id) AND (decider_id <> person_id)))),
    CONSTRAINT correction_request_check7 CHECK (((state <> 'refused'::text) OR (comment ~ '\S'::text))),
    CONSTRAINT correction_request_comment_check CHECK ((length(comment) <= 1000)),
    CONSTRAINT correction_request_kind_check CHECK ((kind = ANY (ARRAY['start'::text, 'pause'::text, 'end'::text]))),
    CONSTRAINT correction_request_reason_check CHECK (((reason ~ '\S'::text) AND (length(reason) <= 1000))),
    CONSTRAINT correction_request_state_check CHECK ((state = ANY (ARRAY['open'::text, 'approved'::text, 'refused'::text, 'withdrawn'::text]))),
    CONSTRAINT correction_request_type_check CHECK ((type = ANY (ARRAY['add'::text, 'amend'::text, 'void'::text])))
);
CREATE TABLE public.legal_hold (
    id bigint NOT NULL,
    person_id bigint NOT NULL,
    reason text NOT NULL,
    author_id bigint,
    held_at timestamp with time zone NOT NULL,
    released_at timestamp with time zone,
    CONSTRAINT legal_hold_check CHECK ((released_at >= held_at)),
    CONSTRAINT legal_hold_reason_check CHECK ((reason ~ '\S'::text))
);
CREATE VIEW public.current_fact AS
 SELECT 'settings'::text AS subject,
    office_settings.id AS subject_id,
    (to_jsonb(office_settings.*) - '{id,author_id,set_at}'::text[]) AS content
   FROM public.office_settings
UNION ALL
 SELECT 'person'::text AS subject,
    person.id AS subject_id,
    jsonb_build_object('user_name', person.user_name, 'display_name', person.display_name) AS content
   FROM public.person
UNION ALL
 SELECT 'hold'::text AS subject,
    legal_hold.id AS subject_id,
    jsonb_build_object('person_id', legal_hold.person_id, 'held_at', EXTRACT(epoch FROM legal_hold.held_at), 'released_at', EXTRACT(epoch FROM legal_hold.released_at)) AS content
   FROM public.legal_hold;
CREATE TABLE public.day_note (
    id bigint NOT NULL,
    person_id bigint NOT NULL,
    day integer NOT NULL,
    office_id bigint NOT NULL,
    author_id bigint NOT NULL,
    text text NOT NULL,
    written_at timestamp with time zone NOT NULL,
    CONSTRAINT day_note_text_check CHECK ((length(text) <= 200))
);
ALTER TABLE public.day_note ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.day_note_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.day_question (
    person_id bigint NOT NULL,
    office_id bigint NOT NULL,
    day date NOT NULL,
    asked_by_id bigint NOT NULL,
    asked_at timestamp with time zone NOT NULL,
    case_id uuid NOT NULL,
    CONSTRAINT day_question_check CHECK ((asked_by_id <> person_id))
);
CREATE TABLE public.desk (
    office_id bigint NOT NULL,
    id text NOT NULL,
    floor text NOT NULL,
    x integer NOT NULL,
    y integer NOT NULL,
    width integer DEFAULT 112 NOT NULL,
    height integer DEFAULT 84 NOT NULL,
    rotation integer DEFAULT 0 NOT NULL,
    out_of_service text,
    has_monitor boolean DEFAULT false NOT NULL,
    is_height_adjustable boolean DEFAULT false NOT NULL,
    word bytea DEFAULT (SUBSTRING(uuid_send(gen_random_uuid()) FROM 1 FOR 6) || SUBSTRING(uuid_send(gen_random_uuid()) FROM 10 FOR 2)) NOT NULL,
    CONSTRAINT desk_height_check CHECK ((height > 0)),
    CONSTRAINT desk_id_check CHECK (((id ~ '^[A-Z0-9]+(-[A-Z0-9]+)*$'::text) AND (length(id) <= 32))),
    CONSTRAINT desk_width_check CHECK ((width > 0)),
    CONSTRAINT desk_word_check CHECK ((octet_length(word) = 8))
);
CREATE TABLE public.display (
    id bigint NOT NULL,
    name text NOT NULL,
    office_id bigint NOT NULL,
    floor text NOT NULL,
    link_hash bytea,
    link_expires_at timestamp with time zone,
    key_hash bytea,
    enrolled_at timestamp with time zone,
    revoked_at timestamp with time zone,
    CONSTRAINT display_check CHECK (((link_hash IS NULL) = (link_expires_at IS NULL))),
    CONSTRAINT display_check1 CHECK (((key_hash IS NULL) = (enrolled_at IS NULL))),
    CONSTRAINT display_key_hash_check CHECK ((octet_length(key_hash) = 32)),
    CONSTRAINT display_link_hash_check CHECK ((octet_length(link_hash) = 32)),
    CONSTRAINT display_name_check CHECK (((name ~ '\S'::text) AND (length(name) <= 64)))
);
CREATE TABLE public.display_code (
    code text NOT NULL,
    secret_hash bytea NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    CONSTRAINT display_code_secret_hash_check CHECK ((octet_length(secret_hash) = 32))
);
ALTER TABLE public.display ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.display_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.ledger_fact (
    subject text NOT NULL,
    subject_id bigint NOT NULL,
    seq bigint NOT NULL,
    content text,
    salt bytea,
    commitment bytea NOT NULL,
    CONSTRAINT ledger_fact_subject_check CHECK ((subject = ANY (ARRAY['settings'::text, 'person'::text, 'hold'::text])))
);
CREATE TABLE public.person_key (
    id bigint NOT NULL,
    person_id bigint NOT NULL,
    key_hash bytea NOT NULL,
    made_at timestamp with time zone NOT NULL,
    revoked_at timestamp with time zone,
    use text DEFAULT 'programs'::text NOT NULL,
    expires_at timestamp with time zone,
    CONSTRAINT person_key_key_hash_check CHECK ((octet_length(key_hash) = 32))
);
CREATE VIEW public.superseded_name AS
 SELECT fact.subject_id AS person_id,
    fact.seq,
    person.office_id,
    record.received_at AS at
   FROM (((public.ledger_fact fact
     JOIN public.person ON ((person.id = fact.subject_id)))
     CROSS JOIN LATERAL ( SELECT later_1.seq
           FROM public.ledger_fact later_1
          WHERE ((later_1.subject = 'person'::text) AND (later_1.subject_id = fact.subject_id) AND (later_1.seq > fact.seq))
          ORDER BY later_1.seq
         LIMIT 1) later)
     JOIN public.log_record record ON ((record.seq = later.seq)))
  WHERE ((fact.subject = 'person'::text) AND (fact.content IS NOT NULL) AND (fact.content <> public.erased_names(fact.subject_id)));
CREATE VIEW public.kept_log AS
 SELECT 'access'::text AS kind,
    access_log.id,
    COALESCE(person.office_id, access_log.office_id) AS office_id,
    access_log.at
   FROM (public.access_log
     LEFT JOIN public.person ON ((person.id = access_log.person_id)))
  WHERE ((NOT public.is_held(access_log.person_id)) AND (NOT public.is_held(access_log.reader_id)))
UNION ALL
 SELECT 'account'::text AS kind,
    admin_log.id,
    person.office_id,
    admin_log.at
   FROM (public.admin_log
     JOIN public.person ON ((person.id = admin_log.person_id)))
  WHERE (NOT public.is_held(person.id))
UNION ALL
 SELECT 'key'::text AS kind,
    person_key.id,
    person.office_id,
    person_key.revoked_at AS at
   FROM (public.person_key
     JOIN public.person ON ((person.id = person_key.person_id)))
  WHERE ((person_key.revoked_at IS NOT NULL) AND (NOT public.is_held(person.id)))
UNION ALL
 SELECT 'name'::text AS kind,
    superseded_name.person_id AS id,
    superseded_name.office_id,
    superseded_name.at
   FROM public.superseded_name
  WHERE (NOT public.is_held(superseded_name.person_id))
UNION ALL
 SELECT 'hold'::text AS kind,
    legal_hold.id,
    person.office_id,
    legal_hold.released_at AS at
   FROM (public.legal_hold
     JOIN public.person ON ((person.id = legal_hold.person_id)))
  WHERE ((legal_hold.released_at IS NOT NULL) AND (legal_hold.reason <> '-'::text) AND (NOT public.is_held(person.id)));
CREATE VIEW public.due_log AS
 SELECT kept_log.kind,
    kept_log.id,
    kept_log.office_id
   FROM public.kept_log
  WHERE (kept_log.at < public.log_retention_reaches(kept_log.office_id));
CREATE TABLE public.erased_fact (
    seq bigint NOT NULL,
    erasure_id uuid NOT NULL
);
CREATE TABLE public.erased_record (
    seq bigint NOT NULL,
    part text NOT NULL,
    erasure_id uuid NOT NULL,
    CONSTRAINT erased_record_part_check CHECK ((part = ANY (ARRAY['place'::text, 'time'::text])))
);
CREATE TABLE public.export_layout (
    office_id bigint NOT NULL,
    name text NOT NULL,
    layout jsonb NOT NULL,
    author_id bigint NOT NULL,
    at timestamp with time zone NOT NULL,
    CONSTRAINT export_layout_layout_check CHECK ((jsonb_typeof(layout) = 'object'::text)),
    CONSTRAINT export_layout_name_check CHECK ((name ~ '^[a-z0-9][a-z0-9-]{0,63}$'::text))
);
CREATE TABLE public.export_log (
    id bigint NOT NULL,
    at timestamp with time zone NOT NULL,
    person_id bigint NOT NULL,
    office_id bigint,
    team_id bigint,
    first_day integer NOT NULL,
    last_day integer NOT NULL,
    head bigint NOT NULL,
    as_of timestamp with time zone NOT NULL,
    CONSTRAINT export_log_check CHECK ((last_day >= first_day)),
    CONSTRAINT export_log_check1 CHECK ((num_nonnulls(office_id, team_id) = 1)),
    CONSTRAINT export_log_head_check CHECK ((head >= 0))
);
ALTER TABLE public.export_log ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.export_log_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.failed_sign_in (
    person_id bigint NOT NULL,
    day date NOT NULL,
    count bigint NOT NULL,
    last_at timestamp with time zone NOT NULL
);
CREATE TABLE public.first_administrator_link (
    only_row boolean DEFAULT true NOT NULL,
    token_hash bytea NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    CONSTRAINT first_administrator_link_only_row_check CHECK (only_row),
    CONSTRAINT first_administrator_link_token_hash_check CHECK ((octet_length(token_hash) = 32))
);
CREATE TABLE public.flag_confirmation (
    id uuid NOT NULL,
    person_id bigint NOT NULL,
    day integer NOT NULL,
    office_id bigint NOT NULL,
    doubts text[] NOT NULL,
    author_id bigint NOT NULL,
    reason text NOT NULL,
    confirmed_at timestamp with time zone NOT NULL,
    withdrawn_by_id bigint,
    withdrawn_at timestamp with time zone,
    CONSTRAINT flag_confirmation_check CHECK ((author_id <> person_id)),
    CONSTRAINT flag_confirmation_check1 CHECK (((withdrawn_by_id IS NULL) = (withdrawn_at IS NULL))),
    CONSTRAINT flag_confirmation_doubts_check CHECK ((cardinality(doubts) > 0)),
    CONSTRAINT flag_confirmation_reason_check CHECK (((reason ~ '\S'::text) AND (length(reason) <= 1000)))
);
CREATE TABLE public.floor (
    office_id bigint NOT NULL,
    name text NOT NULL,
    "position" integer DEFAULT 0 NOT NULL,
    width integer NOT NULL,
    height integer NOT NULL,
    id bigint NOT NULL,
    picture bytea,
    version bigint DEFAULT 1 NOT NULL,
    changed_by bigint,
    changed_at timestamp with time zone,
    CONSTRAINT floor_height_check CHECK ((height > 0)),
    CONSTRAINT floor_name_check CHECK ((name <> ''::text)),
    CONSTRAINT floor_width_check CHECK ((width > 0))
);
CREATE TABLE public.floor_draft (
    floor_id bigint NOT NULL,
    drawing jsonb NOT NULL,
    CONSTRAINT floor_draft_drawing_check CHECK ((octet_length((drawing)::text) <= 4194304))
);
ALTER TABLE public.floor ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.floor_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.floor_picture (
    hash bytea NOT NULL,
    type text NOT NULL,
    bytes bytea NOT NULL,
    width integer NOT NULL,
    height integer NOT NULL,
    uploaded_at timestamp with time zone NOT NULL,
    CONSTRAINT floor_picture_bytes_check CHECK ((octet_length(bytes) <= 10485760)),
    CONSTRAINT floor_picture_hash_check CHECK ((octet_length(hash) = 32)),
    CONSTRAINT floor_picture_height_check CHECK ((height > 0)),
    CONSTRAINT floor_picture_type_check CHECK ((type = ANY (ARRAY['image/png'::text, 'image/jpeg'::text, 'image/svg+xml'::text]))),
    CONSTRAINT floor_picture_width_check CHECK ((width > 0))
);
CREATE TABLE public.freed_user_name (
    digest bytea NOT NULL,
    person_id bigint,
    freed_at timestamp with time zone NOT NULL,
    CONSTRAINT freed_user_name_digest_check CHECK ((octet_length(digest) = 32))
);
CREATE TABLE public.hours_fact (
    id uuid NOT NULL,
    seq bigint NOT NULL,
    entry bigint NOT NULL,
    person_id bigint,
    recorded_at timestamp with time zone NOT NULL,
    type text NOT NULL,
    office_id bigint,
    valid_from date,
    content text,
    author_id bigint,
    salt bytea,
    commitment bytea NOT NULL,
    reason text,
    reason_salt bytea,
    reason_commitment bytea,
    CONSTRAINT hours_fact_reason CHECK ((((reason IS NULL) = (reason_salt IS NULL)) AND ((reason IS NULL) OR (reason_commitment IS NOT NULL)))),
    CONSTRAINT hours_fact_type_check CHECK ((type = ANY (ARRAY['employment'::text, 'schedule'::text, 'terms'::text, 'holiday'::text, 'kind'::text, 'account'::text, 'grant'::text, 'absence'::text, 'adjustment'::text, 'confirm'::text, 'approve'::text, 'close'::text, 'void'::text])))
);
CREATE TABLE public.hr_office (
    person_id bigint NOT NULL,
    office_id bigint NOT NULL
);
CREATE TABLE public.identity (
    issuer text NOT NULL,
    subject text NOT NULL,
    person_id bigint NOT NULL,
    linked_at timestamp with time zone NOT NULL,
    CONSTRAINT identity_issuer_check CHECK ((issuer <> ''::text)),
    CONSTRAINT identity_subject_check CHECK (((subject <> ''::text) AND (length(subject) <= 255)))
);
CREATE TABLE public.left_identity (
    hash bytea NOT NULL,
    CONSTRAINT left_identity_hash_check CHECK ((octet_length(hash) = 32))
);
ALTER TABLE public.legal_hold ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.legal_hold_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.office (
    id bigint NOT NULL,
    name text NOT NULL,
    time_retention_months integer,
    place_retention_days integer DEFAULT 90 NOT NULL,
    required_proof text DEFAULT 'none'::text NOT NULL,
    names_on_wall boolean DEFAULT false NOT NULL,
    names_shown_to text DEFAULT 'office'::text NOT NULL,
    allows_private boolean DEFAULT true NOT NULL,
    required_networks cidr[] DEFAULT '{}'::cidr[] NOT NULL,
    reader_suffices boolean DEFAULT false NOT NULL,
    latitude double precision,
    longitude double precision,
    word bytea DEFAULT (SUBSTRING(uuid_send(gen_random_uuid()) FROM 1 FOR 6) || SUBSTRING(uuid_send(gen_random_uuid()) FROM 10 FOR 2)) NOT NULL,
    taps_without_word boolean DEFAULT false NOT NULL,
    log_retention_months integer DEFAULT 24 NOT NULL,
    requires_signature boolean DEFAULT false NOT NULL,
    allows_taps_without_tag boolean DEFAULT false NOT NULL,
    former_names text[] DEFAULT '{}'::text[] NOT NULL,
    shows_day_target boolean DEFAULT false NOT NULL,
    CONSTRAINT office_check CHECK (((latitude IS NULL) = (longitude IS NULL))),
    CONSTRAINT office_latitude_check CHECK (((latitude >= ('-90'::integer)::double precision) AND (latitude <= (90)::double precision))),
    CONSTRAINT office_log_retention_months_check CHECK ((log_retention_months > 0)),
    CONSTRAINT office_longitude_check CHECK (((longitude >= ('-180'::integer)::double precision) AND (longitude <= (180)::double precision))),
    CONSTRAINT office_name_check CHECK ((name <> ''::text)),
    CONSTRAINT office_names_shown_to_check CHECK ((names_shown_to = ANY (ARRAY['everybody'::text, 'office'::text, 'managers'::text]))),
    CONSTRAINT office_place_retention_days_check CHECK ((place_retention_days >= 0)),
    CONSTRAINT office_required_proof_check CHECK ((required_proof = ANY (ARRAY['none'::text, 'uid'::text, 'certificate'::text]))),
    CONSTRAINT office_time_retention_months_check CHECK ((time_retention_months > 0)),
    CONSTRAINT office_word_check CHECK ((octet_length(word) = 8))
);
CREATE VIEW public.listed_request AS
 SELECT request.id,
    request.asker_id,
    asker.user_name AS asker_user,
    asker.display_name AS asker_name,
    request.person_id,
    person.user_name,
    person.display_name,
    person.office_id AS home_office_id,
    request.type,
    request.target_id,
    request.kind,
    request.at,
    request.at_sent,
    request.desk,
    request.sets_desk,
    office.name AS office_name,
    request.reason,
    request.asked_at,
    request.record_id,
    request.state,
    decider.user_name AS decider_user,
    decider.display_name AS decider_name,
    request.comment,
    request.decided_at,
    ((request.state = 'open'::text) AND
        CASE
            WHEN (request.type = 'add'::text) THEN (EXISTS ( SELECT
               FROM public.event
              WHERE ((event.person_id = request.person_id) AND (event.kind = request.kind) AND ((event.at >= (request.at - '08:00:00'::interval)) AND (event.at <= (request.at + '08:00:00'::interval))) AND (event.seq > request.log_seq))))
            ELSE ((EXISTS ( SELECT
               FROM public.correction
              WHERE ((correction.target_id = request.target_id) AND (correction.seq > request.log_seq)))) OR (NOT (EXISTS ( SELECT
               FROM public.event
              WHERE (event.id = request.target_id)))))
        END) AS is_stale
   FROM ((((public.correction_request request
     JOIN public.person asker ON ((asker.id = request.asker_id)))
     JOIN public.person ON ((person.id = request.person_id)))
     LEFT JOIN public.office ON ((office.id = request.office_id)))
     LEFT JOIN public.person decider ON ((decider.id = request.decider_id)));
CREATE TABLE public.local_password (
    person_id bigint NOT NULL,
    hash text NOT NULL,
    set_at timestamp with time zone NOT NULL,
    CONSTRAINT local_password_hash_check CHECK ((hash ~~ '$scrypt$%'::text))
);
CREATE TABLE public.log_head (
    only_row boolean DEFAULT true NOT NULL,
    seq bigint DEFAULT 0 NOT NULL,
    roster bigint DEFAULT 0 NOT NULL,
    hash bytea DEFAULT decode(repeat('00'::text, 32), 'hex'::text) NOT NULL,
    CONSTRAINT log_head_hash_check CHECK ((octet_length(hash) = 32)),
    CONSTRAINT log_head_only_row_check CHECK (only_row)
);
CREATE TABLE public.log_place (
    seq bigint NOT NULL,
    desk text,
    desk_sent text,
    reader_id bigint,
    salt bytea,
    proof text,
    flag text,
    tag_uid bytea,
    office_id bigint,
    at timestamp with time zone,
    id uuid
);
CREATE VIEW public.logged_correction AS
 SELECT correction.person_id,
    correction.target_id,
    correction.type,
    correction.new_at,
    correction.new_kind,
    correction.new_office_id,
    (place.seq IS NOT NULL) AS sets_desk,
    place.desk,
    correction.seq
   FROM (public.correction
     LEFT JOIN public.log_place place ON ((place.seq = correction.seq)));
CREATE VIEW public.logged_event AS
 SELECT event.person_id,
    event.id,
    event.type,
    event.kind,
    event.at,
    event.office_id,
    event.received_at,
    event.quarantine,
    place.desk,
    (place.seq IS NOT NULL) AS has_place
   FROM (public.event
     LEFT JOIN public.log_place place ON ((place.seq = event.seq)));
CREATE TABLE public.logout_token (
    issuer text NOT NULL,
    jti text NOT NULL,
    used_at timestamp with time zone NOT NULL
);
CREATE TABLE public.person_reminders (
    person_id bigint NOT NULL,
    is_on boolean DEFAULT true NOT NULL,
    email text,
    is_email_confirmed boolean DEFAULT false NOT NULL,
    email_confirmed_at timestamp with time zone,
    language text DEFAULT 'en'::text NOT NULL,
    CONSTRAINT person_reminders_check CHECK (((email IS NOT NULL) OR (NOT is_email_confirmed))),
    CONSTRAINT person_reminders_check1 CHECK ((is_email_confirmed = (email_confirmed_at IS NOT NULL))),
    CONSTRAINT person_reminders_email_check CHECK (((email <> ''::text) AND (length(email) <= 254))),
    CONSTRAINT person_reminders_language_check CHECK ((language ~ '^[a-z]{2}$'::text))
);
CREATE TABLE public.push_subscription (
    id bigint NOT NULL,
    person_id bigint NOT NULL,
    endpoint text NOT NULL,
    public_key bytea NOT NULL,
    authentication bytea NOT NULL,
    name text NOT NULL,
    created_at timestamp with time zone NOT NULL,
    session_id bigint,
    CONSTRAINT push_subscription_authentication_check CHECK ((octet_length(authentication) = 16)),
    CONSTRAINT push_subscription_endpoint_check CHECK ((octet_length(endpoint) <= 2000)),
    CONSTRAINT push_subscription_name_check CHECK ((length(name) <= 64)),
    CONSTRAINT push_subscription_public_key_check CHECK ((octet_length(public_key) = 65))
);
CREATE VIEW public.message_channel AS
 SELECT person.id AS person_id,
    person.office_id,
    'mail'::text AS channel,
    NULL::bigint AS device_id,
    COALESCE(person_reminders.email_confirmed_at, person.email_since) AS since
   FROM (public.person
     LEFT JOIN public.person_reminders ON ((person_reminders.person_id = person.id)))
  WHERE ((person.left_at IS NULL) AND COALESCE(person_reminders.is_on, true) AND (person_reminders.is_email_confirmed OR (person.email IS NOT NULL)))
UNION ALL
 SELECT person.id AS person_id,
    person.office_id,
    'push'::text AS channel,
    push_subscription.id AS device_id,
    push_subscription.created_at AS since
   FROM ((public.push_subscription
     JOIN public.person ON ((person.id = push_subscription.person_id)))
     LEFT JOIN public.person_reminders ON ((person_reminders.person_id = person.id)))
  WHERE ((person.left_at IS NULL) AND COALESCE(person_reminders.is_on, true));
ALTER TABLE public.office ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.office_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.office_reminders (
    office_id bigint NOT NULL,
    is_on boolean NOT NULL,
    missing_end_s integer NOT NULL,
    quiet_from_s integer NOT NULL,
    quiet_to_s integer NOT NULL,
    on_since timestamp with time zone NOT NULL,
    last_run date,
    CONSTRAINT office_reminders_missing_end_s_check CHECK (((missing_end_s >= 0) AND (missing_end_s <= 86399))),
    CONSTRAINT office_reminders_quiet_from_s_check CHECK (((quiet_from_s >= 0) AND (quiet_from_s <= 86399))),
    CONSTRAINT office_reminders_quiet_to_s_check CHECK (((quiet_to_s >= 0) AND (quiet_to_s <= 86399)))
);
ALTER TABLE public.office_settings ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.office_settings_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
ALTER TABLE public.person ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.person_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
ALTER TABLE public.person_key ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.person_key_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.provisioned (
    person_id bigint NOT NULL,
    external_id text,
    removed_at timestamp with time zone,
    CONSTRAINT provisioned_external_id_check CHECK ((external_id <> ''::text))
);
CREATE TABLE public.provisioned_name (
    person_id bigint NOT NULL,
    formatted text,
    given_name text,
    family_name text,
    is_displayed boolean NOT NULL
);
CREATE TABLE public.provisioner (
    id bigint NOT NULL,
    name text NOT NULL,
    key_hash bytea NOT NULL,
    office_id bigint NOT NULL,
    created_at timestamp with time zone NOT NULL,
    revoked_at timestamp with time zone,
    CONSTRAINT provisioner_key_hash_check CHECK ((octet_length(key_hash) = 32)),
    CONSTRAINT provisioner_name_check CHECK (((name ~ '\S'::text) AND (length(name) <= 64)))
);
ALTER TABLE public.provisioner ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.provisioner_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
ALTER TABLE public.push_subscription ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.push_subscription_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.reader (
    id bigint NOT NULL,
    name text NOT NULL,
    key_hash bytea NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    revoked_at timestamp with time zone,
    last_seen_at timestamp with time zone,
    scope text DEFAULT 'anyone'::text NOT NULL,
    person_id bigint,
    office_id bigint,
    desks text[] DEFAULT '{}'::text[] NOT NULL,
    previous_hash bytea,
    previous_until timestamp with time zone,
    certificate_hash bytea,
    clock_ahead_s bigint,
    waiting_taps bigint,
    CONSTRAINT reader_certificate_hash_check CHECK ((octet_length(certificate_hash) = 32)),
    CONSTRAINT reader_check CHECK (((scope = 'person'::text) = (person_id IS NOT NULL))),
    CONSTRAINT reader_check1 CHECK (((office_id IS NULL) OR (scope = 'anyone'::text))),
    CONSTRAINT reader_check2 CHECK (((desks = '{}'::text[]) OR (scope = 'badges'::text))),
    CONSTRAINT reader_check3 CHECK (((previous_hash IS NULL) = (previous_until IS NULL))),
    CONSTRAINT reader_key_hash_check CHECK ((octet_length(key_hash) = 32)),
    CONSTRAINT reader_name_check CHECK ((name <> ''::text)),
    CONSTRAINT reader_previous_hash_check CHECK ((octet_length(previous_hash) = 32)),
    CONSTRAINT reader_scope_check CHECK ((scope = ANY (ARRAY['anyone'::text, 'person'::text, 'badges'::text])))
);
ALTER TABLE public.reader ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.reader_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.reminder (
    id bigint NOT NULL,
    person_id bigint NOT NULL,
    kind text NOT NULL,
    case_id uuid NOT NULL,
    day date,
    channel text NOT NULL,
    device_id bigint,
    state text DEFAULT 'waiting'::text NOT NULL,
    not_before timestamp with time zone NOT NULL,
    claimed_until timestamp with time zone,
    attempts integer DEFAULT 0 NOT NULL,
    created_at timestamp with time zone NOT NULL,
    ended_at timestamp with time zone,
    error text,
    CONSTRAINT reminder_channel_check CHECK ((channel = ANY (ARRAY['mail'::text, 'push'::text]))),
    CONSTRAINT reminder_check CHECK (((channel = 'push'::text) = (device_id IS NOT NULL))),
    CONSTRAINT reminder_check1 CHECK (((state = 'sending'::text) = (claimed_until IS NOT NULL))),
    CONSTRAINT reminder_check2 CHECK (((state = ANY (ARRAY['sent'::text, 'failed'::text, 'obsolete'::text])) = (ended_at IS NOT NULL))),
    CONSTRAINT reminder_kind_check CHECK ((kind = ANY (ARRAY['missing_end'::text, 'request_decided'::text, 'request_waiting'::text]))),
    CONSTRAINT reminder_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'sending'::text, 'sent'::text, 'failed'::text, 'obsolete'::text])))
);
CREATE VIEW public.reminder_channel AS
 SELECT channel.person_id,
    channel.office_id,
    channel.channel,
    channel.device_id,
    GREATEST(channel.since, office_reminders.on_since) AS since
   FROM (public.message_channel channel
     JOIN public.office_reminders ON (((office_reminders.office_id = channel.office_id) AND office_reminders.is_on)));
ALTER TABLE public.reminder ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.reminder_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.team_manager (
    team_id bigint NOT NULL,
    person_id bigint NOT NULL
);
CREATE VIEW public.request_decider AS
 SELECT request.id AS request_id,
    request.asked_at,
    decider.id AS person_id
   FROM (((public.correction_request request
     JOIN public.person ON ((person.id = request.person_id)))
     JOIN public.team_manager ON ((team_manager.team_id = person.team_id)))
     JOIN public.person decider ON (((decider.id = team_manager.person_id) AND (decider.left_at IS NULL))))
  WHERE ((request.state = 'open'::text) AND ((decider.id <> request.asker_id) AND (decider.id <> request.person_id)))
UNION ALL
 SELECT request.id AS request_id,
    request.asked_at,
    decider.id AS person_id
   FROM ((public.correction_request request
     JOIN public.person ON ((person.id = request.person_id)))
     JOIN public.person decider ON (((decider.role = 'hr'::text) AND (decider.left_at IS NULL) AND (person.office_id = ANY (public.hr_offices(decider.*))))))
  WHERE ((request.state = 'open'::text) AND ((decider.id <> request.asker_id) AND (decider.id <> request.person_id)) AND (NOT (EXISTS ( SELECT
           FROM (public.team_manager
             JOIN public.person manager ON (((manager.id = team_manager.person_id) AND (manager.left_at IS NULL))))
          WHERE ((team_manager.team_id = person.team_id) AND (manager.id <> ALL (ARRAY[request.asker_id, request.person_id])))))));
CREATE TABLE public.room (
    office_id bigint NOT NULL,
    floor text NOT NULL,
    name text NOT NULL,
    x integer NOT NULL,
    y integer NOT NULL,
    width integer NOT NULL,
    height integer NOT NULL,
    is_area boolean DEFAULT false NOT NULL,
    CONSTRAINT room_height_check CHECK ((height > 0)),
    CONSTRAINT room_width_check CHECK ((width > 0))
);
CREATE VIEW public.scim_user AS
 SELECT person.id,
    person.user_name,
    person.display_name,
    (person.left_at IS NULL) AS is_active,
    provisioned.external_id
   FROM (public.person
     LEFT JOIN public.provisioned ON ((provisioned.person_id = person.id)))
  WHERE (provisioned.removed_at IS NULL);
CREATE TABLE public.seen_decisions (
    person_id bigint NOT NULL,
    seen_at timestamp with time zone NOT NULL
);
CREATE TABLE public.sent_form (
    token text NOT NULL,
    sent_at timestamp with time zone NOT NULL
);
CREATE TABLE public.server_secret (
    only_row boolean DEFAULT true NOT NULL,
    fingerprint bytea NOT NULL,
    CONSTRAINT server_secret_fingerprint_check CHECK ((octet_length(fingerprint) = 32)),
    CONSTRAINT server_secret_only_row_check CHECK (only_row)
);
CREATE TABLE public.sign_in_link (
    token_hash bytea NOT NULL,
    person_id bigint NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    used_at timestamp with time zone,
    author_id bigint,
    session_id bigint,
    CONSTRAINT sign_in_link_token_hash_check CHECK ((octet_length(token_hash) = 32))
);
CREATE TABLE public.sign_in_session (
    id bigint NOT NULL,
    person_id bigint NOT NULL,
    token_hash bytea NOT NULL,
    previous_hash bytea,
    previous_until timestamp with time zone,
    rotated_at timestamp with time zone NOT NULL,
    device text NOT NULL,
    way text NOT NULL,
    began_at timestamp with time zone NOT NULL,
    used_at timestamp with time zone NOT NULL,
    ended_at timestamp with time zone,
    issuer text,
    provider_session text,
    expires_at timestamp with time zone,
    link_author_id bigint,
    authenticated_at timestamp with time zone NOT NULL,
    CONSTRAINT sign_in_session_check CHECK (((previous_hash IS NOT NULL) OR (previous_until IS NULL))),
    CONSTRAINT sign_in_session_device_check CHECK (((device ~ '\S'::text) AND (length(device) <= 64))),
    CONSTRAINT sign_in_session_issuer_check CHECK ((issuer <> ''::text)),
    CONSTRAINT sign_in_session_previous_hash_check CHECK ((octet_length(previous_hash) = 32)),
    CONSTRAINT sign_in_session_provider_session_check CHECK (((provider_session <> ''::text) AND (length(provider_session) <= 255))),
    CONSTRAINT sign_in_session_token_hash_check CHECK ((octet_length(token_hash) = 32)),
    CONSTRAINT sign_in_session_way_check CHECK ((way = ANY (ARRAY['link'::text, 'password'::text, 'provider'::text])))
);
ALTER TABLE public.sign_in_session ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.sign_in_session_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.signing_desk (
    office_id bigint NOT NULL,
    desk text NOT NULL
);
CREATE TABLE public.signing_key (
    number integer NOT NULL,
    public_key bytea NOT NULL,
    wrapped_private_key bytea NOT NULL,
    made_at timestamp with time zone NOT NULL,
    retired_at timestamp with time zone,
    CONSTRAINT signing_key_check CHECK ((retired_at >= made_at)),
    CONSTRAINT signing_key_number_check CHECK (((number >= 1) AND (number <= 65535))),
    CONSTRAINT signing_key_public_key_check CHECK ((octet_length(public_key) = 32))
);
CREATE TABLE public.tag (
    id bigint NOT NULL,
    uid bytea NOT NULL,
    office_id bigint NOT NULL,
    desk text,
    event text NOT NULL,
    key_number integer,
    issued date,
    certificate bytea,
    made_at timestamp with time zone NOT NULL,
    written_at timestamp with time zone,
    retired_at timestamp with time zone,
    why text,
    replaced_by bigint,
    word bytea,
    CONSTRAINT tag_check CHECK ((retired_at >= made_at)),
    CONSTRAINT tag_check1 CHECK (((event <> 'start'::text) OR (desk IS NOT NULL))),
    CONSTRAINT tag_check2 CHECK ((((key_number IS NULL) = (certificate IS NULL)) AND ((issued IS NULL) = (certificate IS NULL)))),
    CONSTRAINT tag_check3 CHECK (((retired_at IS NULL) = (why IS NULL))),
    CONSTRAINT tag_check4 CHECK (((replaced_by IS NULL) OR (retired_at IS NOT NULL))),
    CONSTRAINT tag_desk_check CHECK ((desk <> ''::text)),
    CONSTRAINT tag_event_check CHECK ((event = ANY (ARRAY['start'::text, 'pause'::text, 'end'::text]))),
    CONSTRAINT tag_uid_check CHECK ((octet_length(uid) = ANY (ARRAY[4, 7, 8, 10]))),
    CONSTRAINT tag_why_check CHECK ((why ~ '\S'::text)),
    CONSTRAINT tag_word_check CHECK ((octet_length(word) = 8))
);
ALTER TABLE public.tag ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.tag_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.tag_key (
    uid bytea NOT NULL,
    generation integer NOT NULL,
    master integer NOT NULL,
    made_at timestamp with time zone NOT NULL,
    confirmed_at timestamp with time zone,
    CONSTRAINT tag_key_generation_check CHECK ((generation > 0)),
    CONSTRAINT tag_key_uid_check CHECK ((octet_length(uid) = 7))
);
CREATE TABLE public.tag_master_key (
    number integer NOT NULL,
    wrapped_key bytea NOT NULL,
    made_at timestamp with time zone NOT NULL,
    retired_at timestamp with time zone,
    CONSTRAINT tag_master_key_check CHECK ((retired_at >= made_at)),
    CONSTRAINT tag_master_key_number_check CHECK (((number >= 1) AND (number <= 65535)))
);
CREATE TABLE public.tag_reading (
    uid bytea NOT NULL,
    generation integer NOT NULL,
    counter integer NOT NULL,
    received_at timestamp with time zone
);
CREATE TABLE public.team (
    id bigint NOT NULL,
    office_id bigint NOT NULL,
    name text NOT NULL,
    CONSTRAINT team_name_check CHECK (((name ~ '\S'::text) AND (length(name) <= 64)))
);
ALTER TABLE public.team ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.team_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.unclaimed_tap (
    id uuid NOT NULL,
    badge_hash bytea NOT NULL,
    at timestamp with time zone NOT NULL,
    report text NOT NULL,
    desk text,
    office text,
    reader_id bigint NOT NULL,
    received_at timestamp with time zone NOT NULL,
    client text,
    CONSTRAINT unclaimed_tap_badge_hash_check CHECK ((octet_length(badge_hash) = 32)),
    CONSTRAINT unclaimed_tap_desk_check CHECK ((desk <> ''::text))
);
CREATE VIEW public.valid_tag_key AS
 SELECT tag_key.uid,
    tag_key.generation,
    tag_key.master,
    (tag_key.confirmed_at IS NOT NULL) AS is_confirmed
   FROM public.tag_key
  WHERE (NOT (EXISTS ( SELECT
           FROM public.tag_key later
          WHERE ((later.uid = tag_key.uid) AND (later.generation > tag_key.generation) AND (later.confirmed_at IS NOT NULL)))));
CREATE TABLE public.warning_note (
    id bigint NOT NULL,
    person_id bigint NOT NULL,
    day integer NOT NULL,
    office_id bigint NOT NULL,
    rule text NOT NULL,
    code text NOT NULL,
    value_s bigint NOT NULL,
    limit_s bigint NOT NULL,
    author_id bigint NOT NULL,
    comment text NOT NULL,
    written_at timestamp with time zone NOT NULL,
    CONSTRAINT warning_note_check CHECK ((author_id <> person_id)),
    CONSTRAINT warning_note_comment_check CHECK (((length(comment) >= 1) AND (length(comment) <= 200)))
);
ALTER TABLE public.warning_note ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.warning_note_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
ALTER TABLE ONLY public.access_log
    ADD CONSTRAINT access_log_pkey PRIMARY KEY (id);
ALTER TABLE public.admin_log
    ADD CONSTRAINT admin_log_field_check CHECK ((field = ANY (ARRAY['added'::text, 'user_name'::text, 'display_name'::text, 'role'::text, 'office'::text, 'team'::text, 'left'::text, 'sign_in_link'::text, 'link_used'::text, 'signed_out'::text, 'key'::text, 'keys'::text, 'password'::text, 'identity'::text, 'badge'::text, 'manages'::text, 'personnel_number'::text, 'email'::text, 'reading'::text, 'first_day'::text, 'last_day'::text, 'hr_offices'::text]))) NOT VALID;
ALTER TABLE ONLY public.admin_log
    ADD CONSTRAINT admin_log_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.badge_enrolment
    ADD CONSTRAINT badge_enrolment_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.badge
    ADD CONSTRAINT badge_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.badge
    ADD CONSTRAINT badge_tap_id_key UNIQUE (tap_id);
ALTER TABLE ONLY public.configuration_log
    ADD CONSTRAINT configuration_log_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.cookie_key
    ADD CONSTRAINT cookie_key_pkey PRIMARY KEY (only_row);
ALTER TABLE ONLY public.correction_request
    ADD CONSTRAINT correction_request_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.correction_request
    ADD CONSTRAINT correction_request_record_id_key UNIQUE (record_id);
ALTER TABLE ONLY public.day_note
    ADD CONSTRAINT day_note_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.day_question
    ADD CONSTRAINT day_question_case_id_key UNIQUE (case_id);
ALTER TABLE ONLY public.day_question
    ADD CONSTRAINT day_question_pkey PRIMARY KEY (person_id, office_id, day);
ALTER TABLE ONLY public.desk
    ADD CONSTRAINT desk_pkey PRIMARY KEY (office_id, id);
ALTER TABLE ONLY public.display_code
    ADD CONSTRAINT display_code_pkey PRIMARY KEY (code);
ALTER TABLE ONLY public.display_code
    ADD CONSTRAINT display_code_secret_hash_key UNIQUE (secret_hash);
ALTER TABLE ONLY public.display
    ADD CONSTRAINT display_key_hash_key UNIQUE (key_hash);
ALTER TABLE ONLY public.display
    ADD CONSTRAINT display_link_hash_key UNIQUE (link_hash);
ALTER TABLE ONLY public.display
    ADD CONSTRAINT display_name_key UNIQUE (name);
ALTER TABLE ONLY public.display
    ADD CONSTRAINT display_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.erased_fact
    ADD CONSTRAINT erased_fact_pkey PRIMARY KEY (seq);
ALTER TABLE ONLY public.erased_record
    ADD CONSTRAINT erased_record_pkey PRIMARY KEY (seq, part);
ALTER TABLE ONLY public.erasure
    ADD CONSTRAINT erasure_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.erasure
    ADD CONSTRAINT erasure_seq_key UNIQUE (seq);
ALTER TABLE ONLY public.export_layout
    ADD CONSTRAINT export_layout_pkey PRIMARY KEY (office_id, name);
ALTER TABLE ONLY public.export_log
    ADD CONSTRAINT export_log_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.failed_sign_in
    ADD CONSTRAINT failed_sign_in_pkey PRIMARY KEY (person_id, day);
ALTER TABLE ONLY public.first_administrator_link
    ADD CONSTRAINT first_administrator_link_pkey PRIMARY KEY (only_row);
ALTER TABLE ONLY public.flag_confirmation
    ADD CONSTRAINT flag_confirmation_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.floor_draft
    ADD CONSTRAINT floor_draft_pkey PRIMARY KEY (floor_id);
ALTER TABLE ONLY public.floor
    ADD CONSTRAINT floor_id_key UNIQUE (id);
ALTER TABLE ONLY public.floor_picture
    ADD CONSTRAINT floor_picture_pkey PRIMARY KEY (hash);
ALTER TABLE ONLY public.floor
    ADD CONSTRAINT floor_pkey PRIMARY KEY (office_id, name);
ALTER TABLE public.hours_fact
    ADD CONSTRAINT hours_fact_content CHECK (
CASE
    WHEN (content IS NULL) THEN (num_nonnulls(salt, office_id, valid_from, author_id, reason, reason_salt, reason_commitment) = 0)
    ELSE (salt IS NOT NULL)
END) NOT VALID;
ALTER TABLE ONLY public.hours_fact
    ADD CONSTRAINT hours_fact_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.hours_fact
    ADD CONSTRAINT hours_fact_seq_key UNIQUE (seq);
ALTER TABLE ONLY public.hr_office
    ADD CONSTRAINT hr_office_pkey PRIMARY KEY (person_id, office_id);
ALTER TABLE ONLY public.identity
    ADD CONSTRAINT identity_person_id_issuer_key UNIQUE (person_id, issuer);
ALTER TABLE ONLY public.identity
    ADD CONSTRAINT identity_pkey PRIMARY KEY (issuer, subject);
ALTER TABLE ONLY public.ledger_fact
    ADD CONSTRAINT ledger_fact_pkey PRIMARY KEY (subject, subject_id, seq);
ALTER TABLE ONLY public.left_identity
    ADD CONSTRAINT left_identity_pkey PRIMARY KEY (hash);
ALTER TABLE ONLY public.legal_hold
    ADD CONSTRAINT legal_hold_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.local_password
    ADD CONSTRAINT local_password_pkey PRIMARY KEY (person_id);
ALTER TABLE ONLY public.log_head
    ADD CONSTRAINT log_head_pkey PRIMARY KEY (only_row);
ALTER TABLE ONLY public.log_place
    ADD CONSTRAINT log_place_pkey PRIMARY KEY (seq) INCLUDE (desk);
ALTER TABLE ONLY public.log_record
    ADD CONSTRAINT log_record_id_key UNIQUE (id);
ALTER TABLE ONLY public.log_record
    ADD CONSTRAINT log_record_pkey PRIMARY KEY (seq);
ALTER TABLE ONLY public.logout_token
    ADD CONSTRAINT logout_token_pkey PRIMARY KEY (issuer, jti);
ALTER TABLE ONLY public.office
    ADD CONSTRAINT office_name_key UNIQUE (name);
ALTER TABLE ONLY public.office
    ADD CONSTRAINT office_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.office_reminders
    ADD CONSTRAINT office_reminders_pkey PRIMARY KEY (office_id);
ALTER TABLE public.office_settings
    ADD CONSTRAINT office_settings_night_check CHECK ((((night_from IS NULL) = (night_to IS NULL)) AND (night_from <> night_to))) NOT VALID;
ALTER TABLE ONLY public.office_settings
    ADD CONSTRAINT office_settings_pkey PRIMARY KEY (id);
ALTER TABLE public.person
    ADD CONSTRAINT person_email_check CHECK (((email IS NULL) OR ((email <> ''::text) AND (length(email) <= 254) AND (email_since IS NOT NULL)))) NOT VALID;
ALTER TABLE ONLY public.person_key
    ADD CONSTRAINT person_key_key_hash_key UNIQUE (key_hash);
ALTER TABLE ONLY public.person_key
    ADD CONSTRAINT person_key_pkey PRIMARY KEY (id);
ALTER TABLE public.person
    ADD CONSTRAINT person_personnel_number_check CHECK (((personnel_number <> ''::text) AND (length(personnel_number) <= 64))) NOT VALID;
ALTER TABLE ONLY public.person
    ADD CONSTRAINT person_pkey PRIMARY KEY (id);
ALTER TABLE public.person
    ADD CONSTRAINT person_reading_check CHECK (((reading <> ''::text) AND (length(reading) <= 200))) NOT VALID;
ALTER TABLE ONLY public.person_reminders
    ADD CONSTRAINT person_reminders_pkey PRIMARY KEY (person_id);
ALTER TABLE ONLY public.person
    ADD CONSTRAINT person_user_name_key UNIQUE (user_name);
ALTER TABLE ONLY public.provisioned_name
    ADD CONSTRAINT provisioned_name_pkey PRIMARY KEY (person_id);
ALTER TABLE ONLY public.provisioned
    ADD CONSTRAINT provisioned_pkey PRIMARY KEY (person_id);
ALTER TABLE ONLY public.provisioner
    ADD CONSTRAINT provisioner_key_hash_key UNIQUE (key_hash);
ALTER TABLE ONLY public.provisioner
    ADD CONSTRAINT provisioner_name_key UNIQUE (name);
ALTER TABLE ONLY public.provisioner
    ADD CONSTRAINT provisioner_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.push_subscription
    ADD CONSTRAINT push_subscription_endpoint_key UNIQUE (endpoint);
ALTER TABLE ONLY public.push_subscription
    ADD CONSTRAINT push_subscription_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.reader
    ADD CONSTRAINT reader_key_hash_key UNIQUE (key_hash);
ALTER TABLE ONLY public.reader
    ADD CONSTRAINT reader_name_key UNIQUE (name);
ALTER TABLE ONLY public.reader
    ADD CONSTRAINT reader_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.reader
    ADD CONSTRAINT reader_previous_hash_key UNIQUE (previous_hash);
ALTER TABLE ONLY public.reminder
    ADD CONSTRAINT reminder_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.room
    ADD CONSTRAINT room_pkey PRIMARY KEY (office_id, floor, name);
ALTER TABLE ONLY public.seen_decisions
    ADD CONSTRAINT seen_decisions_pkey PRIMARY KEY (person_id);
ALTER TABLE ONLY public.sent_form
    ADD CONSTRAINT sent_form_pkey PRIMARY KEY (token);
ALTER TABLE ONLY public.server_secret
    ADD CONSTRAINT server_secret_pkey PRIMARY KEY (only_row);
ALTER TABLE ONLY public.sign_in_link
    ADD CONSTRAINT sign_in_link_pkey PRIMARY KEY (token_hash);
ALTER TABLE ONLY public.sign_in_session
    ADD CONSTRAINT sign_in_session_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.sign_in_session
    ADD CONSTRAINT sign_in_session_previous_hash_key UNIQUE (previous_hash);
ALTER TABLE ONLY public.sign_in_session
    ADD CONSTRAINT sign_in_session_token_hash_key UNIQUE (token_hash);
ALTER TABLE ONLY public.signing_desk
    ADD CONSTRAINT signing_desk_pkey PRIMARY KEY (office_id, desk);
ALTER TABLE ONLY public.signing_key
    ADD CONSTRAINT signing_key_pkey PRIMARY KEY (number);
ALTER TABLE ONLY public.tag_key
    ADD CONSTRAINT tag_key_pkey PRIMARY KEY (uid, generation);
ALTER TABLE ONLY public.tag_master_key
    ADD CONSTRAINT tag_master_key_pkey PRIMARY KEY (number);
ALTER TABLE ONLY public.tag
    ADD CONSTRAINT tag_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.tag_reading
    ADD CONSTRAINT tag_reading_pkey PRIMARY KEY (uid, generation, counter);
ALTER TABLE ONLY public.team_manager
    ADD CONSTRAINT team_manager_pkey PRIMARY KEY (team_id, person_id);
ALTER TABLE ONLY public.team
    ADD CONSTRAINT team_office_id_name_key UNIQUE (office_id, name);
ALTER TABLE ONLY public.team
    ADD CONSTRAINT team_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.unclaimed_tap
    ADD CONSTRAINT unclaimed_tap_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.warning_note
    ADD CONSTRAINT warning_note_person_id_day_rule_code_value_s_limit_s_key UNIQUE (person_id, day, rule, code, value_s, limit_s);
ALTER TABLE ONLY public.warning_note
    ADD CONSTRAINT warning_note_pkey PRIMARY KEY (id);
CREATE INDEX access_log_by_person ON public.access_log USING btree (person_id, at);
CREATE INDEX access_log_by_time ON public.access_log USING btree (at);
CREATE INDEX admin_log_by_person ON public.admin_log USING btree (person_id, id);
CREATE INDEX badge_by_hash ON public.badge USING btree (hash, enrolled_at);
CREATE INDEX badge_by_person ON public.badge USING btree (person_id);
CREATE UNIQUE INDEX badge_enrolment_open ON public.badge_enrolment USING btree (reader_id) WHERE (closed_at IS NULL);
CREATE UNIQUE INDEX badge_in_use ON public.badge USING btree (hash) WHERE (removed_at IS NULL);
CREATE INDEX correction_by_new_at ON public.log_record USING btree (person_id, new_at) WHERE (new_at IS NOT NULL);
CREATE INDEX correction_by_person ON public.log_record USING btree (person_id, seq) WHERE (target_id IS NOT NULL);
CREATE INDEX correction_by_target ON public.log_record USING btree (target_id, seq) WHERE (target_id IS NOT NULL);
CREATE INDEX correction_request_by_asker ON public.correction_request USING btree (asker_id, asked_at);
CREATE INDEX correction_request_by_person ON public.correction_request USING btree (person_id, asked_at);
CREATE INDEX correction_request_decided ON public.correction_request USING btree (decided_at) WHERE (state = ANY (ARRAY['approved'::text, 'refused'::text]));
CREATE INDEX correction_request_open ON public.correction_request USING btree (asked_at) WHERE (state = 'open'::text);
CREATE INDEX correction_to_office ON public.log_record USING btree (target_id) WHERE (new_office_id IS NOT NULL);
CREATE INDEX correction_to_time ON public.log_record USING btree (new_at) WHERE (new_at IS NOT NULL);
CREATE INDEX day_note_by_person ON public.day_note USING btree (person_id, day);
CREATE INDEX desk_by_id ON public.desk USING btree (id);
CREATE INDEX erased_fact_by_erasure ON public.erased_fact USING btree (erasure_id, seq);
CREATE INDEX erased_record_by_erasure ON public.erased_record USING btree (erasure_id, seq);
CREATE INDEX event_by_office ON public.log_record USING btree (office_id, at);
CREATE INDEX event_by_person ON public.log_record USING btree (person_id, at, seq) INCLUDE (id, type, kind, office_id, received_at, quarantine);
CREATE INDEX event_by_time ON public.log_record USING brin (at) WITH (pages_per_range='32', autosummarize='on');
CREATE INDEX event_quarantined ON public.log_record USING btree (person_id, received_at) WHERE (quarantine IS NOT NULL);
CREATE INDEX export_log_by_period ON public.export_log USING btree (first_day, last_day);
CREATE INDEX flag_confirmation_by_day ON public.flag_confirmation USING btree (day) WHERE (withdrawn_at IS NULL);
CREATE INDEX flag_confirmation_by_person ON public.flag_confirmation USING btree (person_id, day);
CREATE INDEX freed_user_name_by_digest ON public.freed_user_name USING btree (digest);
CREATE INDEX freed_user_name_by_person ON public.freed_user_name USING btree (person_id);
CREATE INDEX hours_fact_by_entry ON public.hours_fact USING btree (entry);
CREATE INDEX hours_fact_by_office ON public.hours_fact USING btree (office_id, type);
CREATE INDEX hours_fact_by_person ON public.hours_fact USING btree (person_id, valid_from);
CREATE INDEX hours_fact_common ON public.hours_fact USING btree (seq) WHERE (person_id IS NULL);
CREATE INDEX hours_fact_employments ON public.hours_fact USING btree (person_id, valid_from, seq) INCLUDE (author_id) WHERE (type = 'employment'::text);
CREATE INDEX ledger_fact_by_seq ON public.ledger_fact USING btree (seq);
CREATE UNIQUE INDEX legal_hold_standing ON public.legal_hold USING btree (person_id) WHERE (released_at IS NULL);
CREATE INDEX office_settings_by_day ON public.office_settings USING btree (office_id, valid_from, id);
CREATE UNIQUE INDEX person_by_lower_user_name ON public.person USING btree (lower(user_name));
CREATE UNIQUE INDEX person_by_personnel_number ON public.person USING btree (office_id, personnel_number) WHERE (personnel_number IS NOT NULL);
CREATE INDEX person_by_sort_name ON public.person USING btree (COALESCE(reading, display_name), id);
CREATE INDEX person_by_team ON public.person USING btree (team_id);
CREATE INDEX person_by_user_name_key ON public.person USING btree (public.user_name_key(user_name));
CREATE INDEX person_key_by_person ON public.person_key USING btree (person_id);
CREATE INDEX place_by_desk ON public.log_place USING btree (desk, office_id, at, id);
CREATE INDEX place_by_time ON public.log_place USING brin (at) WITH (pages_per_range='32', autosummarize='on');
CREATE INDEX place_flagged ON public.log_place USING btree (seq) WHERE (flag IS NOT NULL);
CREATE INDEX push_subscription_by_person ON public.push_subscription USING btree (person_id);
CREATE INDEX reminder_due ON public.reminder USING btree (not_before) WHERE (state = ANY (ARRAY['waiting'::text, 'sending'::text]));
CREATE UNIQUE INDEX reminder_once ON public.reminder USING btree (person_id, kind, case_id, channel, COALESCE(device_id, (0)::bigint));
CREATE INDEX sign_in_link_by_session ON public.sign_in_link USING btree (session_id);
CREATE INDEX sign_in_session_by_person ON public.sign_in_session USING btree (person_id);
CREATE INDEX sign_in_session_by_provider_session ON public.sign_in_session USING btree (issuer, provider_session) WHERE (ended_at IS NULL);
CREATE INDEX tag_by_key ON public.tag USING btree (key_number);
CREATE UNIQUE INDEX tag_in_use ON public.tag USING btree (uid) WHERE (retired_at IS NULL);
CREATE INDEX tag_of_place ON public.tag USING btree (office_id, event) WHERE (retired_at IS NULL);
CREATE INDEX tag_reading_by_time ON public.tag_reading USING btree (received_at) WHERE (received_at IS NOT NULL);
CREATE INDEX team_manager_by_person ON public.team_manager USING btree (person_id);
CREATE INDEX unclaimed_tap_by_badge ON public.unclaimed_tap USING btree (badge_hash);
CREATE TRIGGER employments_after_update AFTER UPDATE ON public.person REFERENCING OLD TABLE AS earlier NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION public.record_employments();
CREATE TRIGGER end_push_subscriptions AFTER DELETE OR UPDATE OF ended_at ON public.sign_in_session FOR EACH ROW EXECUTE FUNCTION public.end_push_subscriptions();
CREATE TRIGGER facts_after_insert AFTER INSERT ON public.legal_hold REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION public.record_changed_facts('hold');
CREATE TRIGGER facts_after_insert AFTER INSERT ON public.office_settings REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION public.record_changed_facts('settings');
CREATE TRIGGER facts_after_insert AFTER INSERT ON public.person REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION public.record_changed_facts('person');
CREATE TRIGGER facts_after_update AFTER UPDATE ON public.legal_hold REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION public.record_changed_facts('hold');
CREATE TRIGGER facts_after_update AFTER UPDATE ON public.office_settings REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION public.record_changed_facts('settings');
CREATE TRIGGER facts_after_update AFTER UPDATE ON public.person REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION public.record_changed_facts('person');
CREATE TRIGGER keep_an_administrator AFTER UPDATE ON public.person FOR EACH ROW WHEN (((old.role = 'administrator'::text) AND (old.left_at IS NULL) AND ((new.role <> 'administrator'::text) OR (new.left_at IS NOT NULL)))) EXECUTE FUNCTION public.keep_an_administrator();
CREATE TRIGGER keep_changed_user_name_apart BEFORE UPDATE OF user_name ON public.person FOR EACH ROW WHEN ((old.user_name <> new.user_name)) EXECUTE FUNCTION public.keep_user_names_apart();
CREATE TRIGGER keep_new_user_name_apart BEFORE INSERT ON public.person FOR EACH ROW EXECUTE FUNCTION public.keep_user_names_apart();
CREATE TRIGGER place_erased AFTER DELETE ON public.log_place FOR EACH ROW WHEN ((old.tag_uid IS NOT NULL)) EXECUTE FUNCTION public.forget_time_of_reading();
CREATE TRIGGER roster_change AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON public.desk FOR EACH STATEMENT EXECUTE FUNCTION public.count_roster_change();
CREATE TRIGGER roster_change AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON public.office FOR EACH STATEMENT EXECUTE FUNCTION public.count_roster_change();
CREATE TRIGGER roster_change AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON public.office_settings FOR EACH STATEMENT EXECUTE FUNCTION public.count_roster_change();
CREATE TRIGGER roster_change AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON public.person FOR EACH STATEMENT EXECUTE FUNCTION public.count_roster_change();
CREATE TRIGGER roster_change AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON public.signing_desk FOR EACH STATEMENT EXECUTE FUNCTION public.count_roster_change();
CREATE TRIGGER tell_floor_change AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON public.desk FOR EACH STATEMENT EXECUTE FUNCTION public.tell_floor_change();
CREATE TRIGGER tell_floor_change AFTER INSERT OR DELETE OR UPDATE OF name, "position", width, height, picture OR TRUNCATE ON public.floor FOR EACH STATEMENT EXECUTE FUNCTION public.tell_floor_change();
CREATE TRIGGER tell_floor_change AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON public.room FOR EACH STATEMENT EXECUTE FUNCTION public.tell_floor_change();
ALTER TABLE ONLY public.access_log
    ADD CONSTRAINT access_log_office_id_fkey FOREIGN KEY (office_id) REFERENCES public.office(id);
ALTER TABLE ONLY public.access_log
    ADD CONSTRAINT access_log_person_id_fkey FOREIGN KEY (person_id) REFERENCES public.person(id);
ALTER TABLE ONLY public.access_log
    ADD CONSTRAINT access_log_reader_id_fkey FOREIGN KEY (reader_id) REFERENCES public.person(id);
ALTER TABLE ONLY public.admin_log
    ADD CONSTRAINT admin_log_author_id_fkey FOREIGN KEY (author_id) REFERENCES public.person(id);
ALTER TABLE ONLY public.admin_log
    ADD CONSTRAINT admin_log_person_id_fkey FOREIGN KEY (person_id) REFERENCES public.person(id);
ALTER TABLE ONLY public.admin_log
    ADD CONSTRAINT admin_log_provisioner_id_fkey FOREIGN KEY (provisioner_id) REFERENCES public.provisioner(id);
ALTER TABLE ONLY public.badge_enrolment
    ADD CONSTRAINT badge_enrolment_badge_id_fkey FOREIGN KEY (badge_id) REFERENCES public.badge(id);
ALTER TABLE ONLY public.badge_enrolment
    ADD CONSTRAINT badge_enrolment_person_id_fkey FOREIGN KEY (person_id) REFERENCES public.person(id);
ALTER TABLE ONLY public.badge_enrolment
    ADD CONSTRAINT badge_enrolment_reader_id_fkey FOREIGN KEY (reader_id) REFERENCES public.reader(id);
ALTER TABLE ONLY public.badge
    ADD CONSTRAINT badge_person_id_fkey FOREIGN KEY (person_id) REFERENCES public.person(id);
ALTER TABLE ONLY public.badge
    ADD CONSTRAINT badge_reader_id_fkey FOREIGN KEY (reader_id) REFERENCES public.reader(id);
ALTER TABLE ONLY public.configuration_log
    ADD CONSTRAINT configuration_log_author_id_fkey FOREIGN KEY (author_id) REFERENCES public.person(id);
ALTER TABLE ONLY public.correction_request
    ADD CONSTRAINT correction_request_asker_id_fkey FOREIGN KEY (asker_id) REFERENCES public.person(id);
ALTER TABLE ONLY public.correction_request
    ADD CONSTRAINT correction_request_decider_id_fkey FOREIGN KEY (decider_id) REFERENCES public.person(id);
ALTER TABLE ONLY public.correction_request
    ADD CONSTRAINT correction_request_office_id_fkey FOREIGN KEY (office_id) REFERENCES public.office(id);
ALTER TABLE ONLY public.correction_request
    ADD CONSTRAINT correction_request_person_id_fkey FOREIGN KEY (person_id) REFERENCES public.person(id);
ALTER TABLE ONLY public.day_note
    ADD CONSTRAINT day_note_author_id_fkey FOREIGN KEY (author_id) REFERENCES public.person(id);
ALTER TABLE ONLY public.day_note
    ADD CONSTRAINT day_note_person_id_fkey FOREIGN KEY (person_id) REFERENCES public.person(id);
ALTER TABLE ONLY public.day_question
    ADD CONSTRAINT day_question_asked_by_id_fkey FOREIGN KEY (asked_by_id) REFERENCES public.person(id);
ALTER TABLE ONLY public.day_question
    ADD CONSTRAINT day_question_person_id_fkey FOREIGN KEY (person_id) REFERENCES public.person(id);
ALTER TABLE ONLY public.desk
    ADD CONSTRAINT desk_office_id_fkey FOREIGN KEY (office_id) REFERENCES public.office(id);
ALTER TABLE ONLY public.desk
    ADD CONSTRAINT desk_office_id_floor_fkey FOREIGN KEY (office_id, floor) REFERENCES public.floor(office_id, name) ON UPDATE CASCADE;
ALTER TABLE ONLY public.display
    ADD CONSTRAINT display_office_id_floor_fkey FOREIGN KEY (office_id, floor) REFERENCES public.floor(office_id, name) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE ONLY public.erased_record
    ADD CONSTRAINT erased_record_erasure_id_fkey FOREIGN KEY (erasure_id) REFERENCES public.erasure(id);
ALTER TABLE ONLY public.erasure
    ADD CONSTRAINT erasure_office_id_fkey FOREIGN KEY (office_id) REFERENCES public.office(id);
ALTER TABLE ONLY public.erasure
    ADD CONSTRAINT erasure_person_id_fkey FOREIGN KEY (person_id) REFERENCES public.person(id);
ALTER TABLE ONLY public.export_layout
    ADD CONSTRAINT export_layout_author_id_fkey FOREIGN KEY (author_id) REFERENCES public.person(id);
ALTER TABLE ONLY public.export_layout
    ADD CONSTRAINT export_layout_office_id_fkey FOREIGN KEY (office_id) REFERENCES public.office(id);
ALTER TABLE ONLY public.export_log
    ADD CONSTRAINT export_log_person_id_fkey FOREIGN KEY (person_id) REFERENCES public.person(id);
ALTER TABLE ONLY public.failed_sign_in
    ADD CONSTRAINT failed_sign_in_person_id_fkey FOREIGN KEY (person_id) REFERENCES public.person(id);
ALTER TABLE ONLY public.flag_confirmation
    ADD CONSTRAINT flag_confirmation_author_id_fkey FOREIGN KEY (author_id) REFERENCES public.person(id);
ALTER TABLE ONLY public.flag_confirmation
    ADD CONSTRAINT flag_confirmation_person_id_fkey FOREIGN KEY (person_id) REFERENCES public.person(id);
ALTER TABLE ONLY public.flag_confirmation
    ADD CONSTRAINT flag_confirmation_withdrawn_by_id_fkey FOREIGN KEY (withdrawn_by_id) REFERENCES public.person(id);
ALTER TABLE ONLY public.floor
    ADD CONSTRAINT floor_changed_by_fkey FOREIGN KEY (changed_by) REFERENCES public.person(id);
ALTER TABLE ONLY public.floor_draft
    ADD CONSTRAINT floor_draft_floor_id_fkey FOREIGN KEY (floor_id) REFERENCES public.floor(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.floor
    ADD CONSTRAINT floor_office_id_fkey FOREIGN KEY (office_id) REFERENCES public.office(id);
ALTER TABLE ONLY public.floor
    ADD CONSTRAINT floor_picture_fkey FOREIGN KEY (picture) REFERENCES public.floor_picture(hash);
ALTER TABLE ONLY public.freed_user_name
    ADD CONSTRAINT freed_user_name_person_id_fkey FOREIGN KEY (person_id) REFERENCES public.person(id);
ALTER TABLE ONLY public.identity
    ADD CONSTRAINT identity_person_id_fkey FOREIGN KEY (person_id) REFERENCES public.person(id);
ALTER TABLE ONLY public.legal_hold
    ADD CONSTRAINT legal_hold_author_id_fkey FOREIGN KEY (author_id) REFERENCES public.person(id);
ALTER TABLE ONLY public.legal_hold
    ADD CONSTRAINT legal_hold_person_id_fkey FOREIGN KEY (person_id) REFERENCES public.person(id);
ALTER TABLE ONLY public.local_password
    ADD CONSTRAINT local_password_person_id_fkey FOREIGN KEY (person_id) REFERENCES public.person(id);
ALTER TABLE ONLY public.office_settings
    ADD CONSTRAINT office_settings_author_id_fkey FOREIGN KEY (author_id) REFERENCES public.person(id);
ALTER TABLE ONLY public.office_settings
    ADD CONSTRAINT office_settings_office_id_fkey FOREIGN KEY (office_id) REFERENCES public.office(id);
ALTER TABLE ONLY public.person_key
    ADD CONSTRAINT person_key_person_id_fkey FOREIGN KEY (person_id) REFERENCES public.person(id);
ALTER TABLE ONLY public.person
    ADD CONSTRAINT person_office_id_fkey FOREIGN KEY (office_id) REFERENCES public.office(id);
ALTER TABLE ONLY public.person_reminders
    ADD CONSTRAINT person_reminders_person_id_fkey FOREIGN KEY (person_id) REFERENCES public.person(id);
ALTER TABLE ONLY public.person
    ADD CONSTRAINT person_team_id_fkey FOREIGN KEY (team_id) REFERENCES public.team(id);
ALTER TABLE ONLY public.provisioned_name
    ADD CONSTRAINT provisioned_name_person_id_fkey FOREIGN KEY (person_id) REFERENCES public.person(id);
ALTER TABLE ONLY public.provisioned
    ADD CONSTRAINT provisioned_person_id_fkey FOREIGN KEY (person_id) REFERENCES public.person(id);
ALTER TABLE ONLY public.provisioner
    ADD CONSTRAINT provisioner_office_id_fkey FOREIGN KEY (office_id) REFERENCES public.office(id);
ALTER TABLE ONLY public.push_subscription
    ADD CONSTRAINT push_subscription_person_id_fkey FOREIGN KEY (person_id) REFERENCES public.person(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.reader
    ADD CONSTRAINT reader_office_id_fkey FOREIGN KEY (office_id) REFERENCES public.office(id);
ALTER TABLE ONLY public.reader
    ADD CONSTRAINT reader_person_id_fkey FOREIGN KEY (person_id) REFERENCES public.person(id);
ALTER TABLE ONLY public.reminder
    ADD CONSTRAINT reminder_person_id_fkey FOREIGN KEY (person_id) REFERENCES public.person(id);
ALTER TABLE ONLY public.room
    ADD CONSTRAINT room_office_id_floor_fkey FOREIGN KEY (office_id, floor) REFERENCES public.floor(office_id, name) ON UPDATE CASCADE;
ALTER TABLE ONLY public.seen_decisions
    ADD CONSTRAINT seen_decisions_person_id_fkey FOREIGN KEY (person_id) REFERENCES public.person(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.sign_in_link
    ADD CONSTRAINT sign_in_link_author_id_fkey FOREIGN KEY (author_id) REFERENCES public.person(id);
ALTER TABLE ONLY public.sign_in_link
    ADD CONSTRAINT sign_in_link_person_id_fkey FOREIGN KEY (person_id) REFERENCES public.person(id);
ALTER TABLE ONLY public.sign_in_link
    ADD CONSTRAINT sign_in_link_session_id_fkey FOREIGN KEY (session_id) REFERENCES public.sign_in_session(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.sign_in_session
    ADD CONSTRAINT sign_in_session_link_author_id_fkey FOREIGN KEY (link_author_id) REFERENCES public.person(id);
ALTER TABLE ONLY public.sign_in_session
    ADD CONSTRAINT sign_in_session_person_id_fkey FOREIGN KEY (person_id) REFERENCES public.person(id);
ALTER TABLE ONLY public.signing_desk
    ADD CONSTRAINT signing_desk_office_id_fkey FOREIGN KEY (office_id) REFERENCES public.office(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.tag_key
    ADD CONSTRAINT tag_key_master_fkey FOREIGN KEY (master) REFERENCES public.tag_master_key(number);
ALTER TABLE ONLY public.tag
    ADD CONSTRAINT tag_key_number_fkey FOREIGN KEY (key_number) REFERENCES public.signing_key(number);
ALTER TABLE ONLY public.tag
    ADD CONSTRAINT tag_office_id_fkey FOREIGN KEY (office_id) REFERENCES public.office(id);
ALTER TABLE ONLY public.tag
    ADD CONSTRAINT tag_replaced_by_fkey FOREIGN KEY (replaced_by) REFERENCES public.tag(id);
ALTER TABLE ONLY public.team_manager
    ADD CONSTRAINT team_manager_person_id_fkey FOREIGN KEY (person_id) REFERENCES public.person(id);
ALTER TABLE ONLY public.team_manager
    ADD CONSTRAINT team_manager_team_id_fkey FOREIGN KEY (team_id) REFERENCES public.team(id);
ALTER TABLE ONLY public.team
    ADD CONSTRAINT team_office_id_fkey FOREIGN KEY (office_id) REFERENCES public.office(id);
ALTER TABLE ONLY public.unclaimed_tap
    ADD CONSTRAINT unclaimed_tap_reader_id_fkey FOREIGN KEY (reader_id) REFERENCES public.reader(id);
ALTER TABLE ONLY public.warning_note
    ADD CONSTRAINT warning_note_author_id_fkey FOREIGN KEY (author_id) REFERENCES public.person(id);
ALTER TABLE ONLY public.warning_note
    ADD CONSTRAINT warning_note_person_id_fkey FOREIGN KEY (person_id) REFERENCES public.person(id);
