-- locks hours_fact for a moment
-- only for programs that know migration 15
-- The retention of hours erases facts of hours, too.
--
-- In one transaction, facts are appended that stand for a person's facts of the erased days, and these are emptied. Their rows
-- stay, with their place in the order and their commitment to the ledger. The erasure that lists the person's taps lists them, too.

-- The facts that an erasure lists beside records.
create table erased_fact (
    seq        bigint primary key,                        -- of hours_fact
    erasure_id uuid not null                              -- of erasure
);
create index erased_fact_by_erasure on erased_fact (erasure_id, seq);

alter table hours_fact alter content drop not null, alter salt drop not null;   -- null: erased
alter table hours_fact add constraint hours_fact_content check (
    case when content is null
         then num_nonnulls(salt, office_id, valid_from, author_id, reason, reason_salt, reason_commitment) = 0
         else salt is not null end) not valid;

-- Empties facts. A column that is added later is emptied, too.
create function empty_facts(numbers bigint[]) returns void
    language plpgsql set search_path = pg_catalog, pg_temp
    as $$
declare
    columns text;
begin
    select string_agg(format('%I = null', attname), ', ') into columns
      from pg_attribute
     where attrelid = 'public.hours_fact'::regclass and attnum > 0 and not attisdropped
       and attname not in ('id', 'seq', 'entry', 'person_id', 'recorded_at', 'type', 'commitment');
    execute format('update public.hours_fact set %s where seq = any($1)', columns) using numbers;
end
$$;
revoke all on function empty_facts from public;

-- The first day of a person whose facts are not erased; null: none are.
create function first_kept_day(of_person bigint) returns date
    language sql stable
    as $$
-- An erasure reaches to the beginning of a working day. PostgreSQL's time zone database can differ from the server's.
select max(public.working_day(office_id, before + interval '12 hours'))
  from (select erasure.office_id, max(erasure.before) as before
          from public.hours_fact as fact
          join public.erased_fact as listed on listed.seq = fact.seq
          join public.erasure on erasure.id = listed.erasure_id
         where fact.person_id = of_person and fact.content is null
         group by erasure.office_id) as latest
$$;

-- The facts that an erasure lists and that it may empty: of people of the office without a legal hold, and of days before it.
create function due_facts(what erasure, records bigint[]) returns bigint[]
    language sql stable
    as $$
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

create or replace function carry_out_erasure(which uuid) returns void
    language plpgsql security definer set search_path = pg_catalog, pg_temp
    as $$
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

-- As in the migration of facts of hours. One more outcome:
--   erased  the employment begins on a day whose facts are erased: the days until the retention would be owed again
create or replace function append_hours_facts(
    ids uuid[], types text[], people bigint[], offices bigint[], days int[], contents text[], author bigint, reason text
) returns table (fact_id uuid, outcome text)
    language plpgsql security definer set search_path = pg_catalog, pg_temp
    as $$
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

-- As in the migration of employments, without erased facts.
create or replace function employments(of_person bigint, without uuid[] default '{}') returns setof employment
    language sql stable
    as $$
-- Materialized, because by type an index would lead to all people.
with fact as materialized (select * from public.hours_fact where person_id = of_person and content is not null)
select distinct on (valid_from)
       id, entry, author_id, valid_from,
       case when office_id is not null then array[office_id, (content::jsonb ->> 'team')::bigint] end, content::jsonb ? 'covers'
  from fact
 where type = 'employment' and id <> all(without)
   and id::text not in (select content::jsonb ->> 'target' from fact where type = 'void')
 order by valid_from, seq desc
$$;

-- As there. A first day on erased days is the first kept one; a person of whom all is erased returns today.
create or replace function employment_changes(before employee, after employee) returns new_hours_fact[]
    language plpgsql set search_path = pg_catalog, pg_temp
    as $$
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

create function grant_fact_erasure_rights(server text) returns void
    language plpgsql
    as $$
begin
    execute format('grant insert on public.erased_fact to %I', server);
end
$$;
revoke execute on function grant_fact_erasure_rights from public;
