-- locks person for a moment
-- Each change of a person's office, team, first or last day, leaving or return appends facts of hours in the same transaction.
--
-- The rule. A new office or team holds from today on. The end of the employment covers the employments of later days with facts
-- without an office; moving or withdrawing it, also by reinstating the person, voids these facts. A first day covers the earlier days
-- back to the latest leaving, also to a withdrawn one, and uncovers the later ones: after a leaving it is a return after a gap.

-- What decides a person's employment.
create type employee as (
    id         bigint,
    office_id  bigint,
    team_id    bigint,
    first_day  date,
    last_day   date,
    left_at    timestamptz
);

-- What holds for a person from a day on.
create type employment as (
    id         uuid,
    entry      bigint,
    author_id  bigint,
    valid_from date,
    unit       bigint[],                                  -- office, and team or null. null: not employed
    covers     bool                                       -- whether it only covers an employment, and ends none
);

-- The working day of an instant at an office: the latest one that has begun by its own settings, as OfficeCalendar finds it.
create function working_day(of_office bigint, instant timestamptz) returns date
    language sql stable
    as $$
select candidate.day
  from (select min(valid_from) as day from public.office_settings where office_id = of_office) as first,
       (select (instant at time zone 'UTC' + interval '14 hours')::date - back as day
          from generate_series(0, 3) as back) as candidate,
       public.settings_for(of_office, greatest(candidate.day, first.day)) as rules
 where candidate.day + coalesce(rules.day_boundary, '00:00') <= instant at time zone coalesce(rules.time_zone, 'UTC')
 order by candidate.day desc limit 1
$$;

-- The first day on which a person is not employed any more; null: there is none.
create function day_after_employment(person employee) returns date
    language sql stable
    as $$
-- A person who leaves at the end of a day leaves at the next midnight.
select case when person.left_at is not null then public.working_day(person.office_id, person.left_at - interval '1 millisecond')
            else person.last_day end + 1
$$;

-- The first day of a person's events, with voided ones, which can be restored; null: there are none.
create function first_day_of_record(person employee) returns date
    language sql stable
    as $$
select least((select public.working_day(office_id, at) from public.event where person_id = person.id order by at limit 1),
             (select public.working_day(person.office_id, min(new_at)) from public.correction
               where person_id = person.id and new_at is not null))
$$;

create function employment_fact(of_person bigint, first date, unit bigint[], covers bool default false) returns new_hours_fact
    language sql volatile
    as $$
select gen_random_uuid(), 'employment', of_person, unit[1], first,
       (jsonb_build_object('user', of_person::text, 'from', first, 'office', unit[1]::text, 'team', unit[2]::text)
        || case when covers then '{"covers": true}' else '{}' end::jsonb)::text,
       null::bigint, null::text
$$;

-- The facts of a person who has none. Empty: never employed.
create function first_employment(person employee, begins date) returns new_hours_fact[]
    language sql volatile
    as $$
select coalesce(array_agg(public.employment_fact(person.id, fact.day, fact.unit) order by fact.day), '{}')
  from (select public.day_after_employment(person) as day offset 0) as ends,
       lateral (values (begins, array[person.office_id, person.team_id]), (ends.day, null)) as fact (day, unit)
 where fact.day is not null and begins < coalesce(ends.day, 'infinity')
$$;

-- The facts of people who had none before they are recorded: since their first day, but from their first event on. Without both
-- they begin today.
create function missing_employment(person employee) returns new_hours_fact[]
    language sql volatile
    as $$
select public.first_employment(person, coalesce(least(person.first_day, public.first_day_of_record(person)),
                                                public.working_day(person.office_id, now())))
$$;

-- A person's employments by day, without void ones and these; of one day the latest.
create function employments(of_person bigint, without uuid[] default '{}') returns setof employment
    language sql stable
    as $$
-- Materialized, because by type an index would lead to all people.
with fact as materialized (select * from public.hours_fact where person_id = of_person)
select distinct on (valid_from)
       id, entry, author_id, valid_from,
       case when office_id is not null then array[office_id, (content::jsonb ->> 'team')::bigint] end, content::jsonb ? 'covers'
  from fact
 where type = 'employment' and id <> all(without)
   and id::text not in (select content::jsonb ->> 'target' from fact where type = 'void')
 order by valid_from, seq desc
$$;

-- The facts that a change of a person makes necessary. The log is locked.
create function employment_changes(before employee, after employee) returns new_hours_fact[]
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
    begins   date := after.first_day;
    first    public.employment;
    hidden   date;                                        -- the first of the days that the first day covers
    leaving  date;
    voided   uuid[] := '{}';
begin
    if known = '{}' then
        return public.first_employment(after, coalesce(begins, today));
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
       and (begins is distinct from before.first_day
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

-- For statement triggers on inserted and updated rows, which the transition table 'changed' contains.
create or replace function record_changed_facts() returns trigger
    language plpgsql security definer set search_path = pg_catalog, pg_temp
    as $$
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

-- For a statement trigger on updated rows of person, with the transition tables 'earlier' and 'changed'.
create function record_employments() returns trigger
    language plpgsql security definer set search_path = pg_catalog, pg_temp
    as $$
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

create trigger employments_after_update after update on person referencing old table as earlier new table as changed
    for each statement execute function record_employments();

-- Appends the days from the first one of the record on, for those of the people without a first day whose employments begin later.
-- Returns the number of facts. The log is locked.
create function extend_employments(people bigint[]) returns bigint
    language plpgsql security definer set search_path = pg_catalog, pg_temp
    as $$
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
revoke execute on function extend_employments from public;

create function grant_employment_rights(server text) returns void
    language plpgsql
    as $$
begin
    execute format('grant execute on function extend_employments to %I', server);
end
$$;
revoke execute on function grant_employment_rights from public;

-- Appends the first employments of people who have none, at most of as many as given. Returns the number of people.
create function record_missing_employments(at_most int) returns bigint
    language plpgsql set search_path = pg_catalog, pg_temp
    as $$
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
revoke execute on function record_missing_employments from public;
