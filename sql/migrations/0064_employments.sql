-- locks person for a moment
-- Each change of a person's office, team, first or last day, leaving or return appends facts of hours: an employment from the day
-- of the change on, and voids of those that it contradicts.

-- What decides a person's employment.
create type employee as (
    id         bigint,
    office_id  bigint,
    team_id    bigint,
    first_day  date,
    last_day   date,
    left_at    timestamptz
);

-- The working day of an instant at an office, which the server computes as OfficeCalendar does.
create function working_day(of_office bigint, instant timestamptz) returns date
    language sql stable
    as $$
select coalesce((instant at time zone rules.time_zone - rules.day_boundary::interval)::date, (instant at time zone 'UTC')::date)
  from public.settings_for(of_office, ((instant + interval '12 hours') at time zone 'UTC')::date) as rules
$$;

-- The first day on which a person is not employed any more; null: there is none.
create function day_after_employment(person employee) returns date
    language sql stable
    as $$
-- A person who leaves at the end of a day leaves at the next midnight.
select case when person.left_at is not null then public.working_day(person.office_id, person.left_at - interval '1 millisecond')
            else person.last_day end + 1
$$;

-- An office that is null: not employed.
create function employment_fact(of_person bigint, first date, office bigint, team bigint) returns new_hours_fact
    language sql volatile
    as $$
select gen_random_uuid(), 'employment', of_person, office, first,
       jsonb_build_object('user', of_person::text, 'from', first, 'office', office::text,
                          'team', case when office is not null then team::text end)::text,
       null::bigint, null::text
$$;

-- The facts of a person who has none: employed from the first day of the record on, until the last day. Empty: never employed.
-- has_record: whether the person can have events.
create function first_employment(person employee, has_record bool) returns new_hours_fact[]
    language plpgsql set search_path = pg_catalog, pg_temp
    as $$
declare
    ends   date := public.day_after_employment(person);
    begins date := person.first_day;
begin
    if has_record then
        select least(person.first_day, public.working_day(tap.office_id, tap.at), public.working_day(person.office_id, amended.at))
          into begins
          from (select) as one
          left join lateral (
              select event.at, event.office_id from public.event
               where event.person_id = person.id and event.quarantine is null
                 and not exists (select from public.correction
                                  where correction.target_id = event.id
                                    and (correction.type = 'void' or correction.new_at is not null))
               order by event.at limit 1) as tap on true
          left join lateral (
              select new_at as at from public.correction
               where correction.person_id = person.id and new_at is not null
                 and not exists (select from public.correction as later
                                  where later.target_id = correction.target_id and later.seq > correction.seq)
               order by new_at limit 1) as amended on true;
    end if;
    if begins is null and not has_record then
        begins := public.working_day(person.office_id, now());
    elsif begins is null then
        select public.working_day(person.office_id, coalesce(
                   (select min(at) from public.admin_log where person_id = person.id and field = 'added'),
                   (select min(record.received_at)
                      from public.ledger_fact as name join public.log_record as record on record.seq = name.seq
                     where name.subject = 'person' and name.subject_id = person.id),
                   now()))
          into begins;
    end if;
    if ends <= begins then
        return '{}';
    end if;
    return array[public.employment_fact(person.id, begins, person.office_id, person.team_id)]
        || case when ends is not null then array[public.employment_fact(person.id, ends, null, null)] end;
end
$$;

-- The employments of a person that are not void.
create function employments(of_person bigint)
    returns table (id uuid, seq bigint, valid_from date, office_id bigint, team_id bigint)
    language sql stable
    as $$
select fact.id, fact.seq, fact.valid_from, fact.office_id, (fact.content::jsonb ->> 'team')::bigint
  from public.hours_fact as fact
 where fact.person_id = of_person and fact.type = 'employment'
   and not exists (select from public.hours_fact as void
                    where void.person_id = of_person and void.type = 'void'
                      and void.content::jsonb ->> 'target' = fact.id::text)
$$;

-- The facts that a change of a person makes necessary.
create function employment_changes(before employee, after employee) returns new_hours_fact[]
    language plpgsql set search_path = pg_catalog, pg_temp
    as $$
declare
    facts   public.new_hours_fact[] := '{}';
    today   date := public.working_day(after.office_id, now());
    moves   bool;
    returns bool := before.left_at is not null and after.left_at is null;
    ends    date := public.day_after_employment(after);
    ended   date := public.day_after_employment(before);
    moves_end bool := (before.left_at, before.last_day) is distinct from (after.left_at, after.last_day);
    voided  uuid[] := '{}';
    -- The end of the employment before the present one, and the first day of the present one.
    gap     record;
    begins  date;
    known   record;
begin
    if before.left_at is null and after.left_at is not null then
        ends := least(ends, before.last_day + 1);
    end if;
    moves_end := moves_end and ended is distinct from ends;
    if returns then
        -- An end that has not come yet.
        select coalesce(array_agg(id), '{}') into voided
          from public.employments(after.id) where office_id is null and valid_from > today;
    elsif moves_end then
        select coalesce(array_agg(id), '{}') into voided
          from public.employments(after.id) where valid_from >= ends or (office_id is null and valid_from = ended);
    end if;
    select coalesce(max(valid_from), '-infinity') as day, coalesce(max(seq), 0) as seq into gap
      from (select valid_from, seq from public.employments(after.id)
             where office_id is null and id <> all(voided) and valid_from < coalesce(ends, 'infinity')
             order by valid_from desc, seq desc limit 1) as latest;
    select min(valid_from) into begins
      from public.employments(after.id)
     where office_id is not null and id <> all(voided) and (valid_from, seq) > (gap.day, gap.seq);

    if after.first_day is distinct from before.first_day and begins is not null and after.first_day <> begins
       and after.first_day >= gap.day and after.first_day < coalesce(ends, 'infinity') then
        select office_id, team_id into known
          from public.employments(after.id)
         where office_id is not null and id <> all(voided) and (valid_from, seq) > (gap.day, gap.seq)
         order by valid_from <= after.first_day desc, abs(valid_from - after.first_day), seq desc limit 1;
        voided := voided || array(
            select id from public.employments(after.id)
             where office_id is not null and id <> all(voided) and (valid_from, seq) > (gap.day, gap.seq)
               and valid_from < after.first_day);
        facts := array_append(facts, public.employment_fact(after.id, after.first_day, known.office_id, known.team_id));
        begins := after.first_day;
    end if;
    if moves_end and not returns and begins < ends then
        facts := array_append(facts, public.employment_fact(after.id, ends, null, null));
    end if;
    if after.left_at is null then
        if returns then
            -- Office and team may have changed since the person left.
            select office_id, team_id into known
              from public.employments(after.id)
             where office_id is not null and id <> all(voided) and (valid_from, seq) > (gap.day, gap.seq)
             order by valid_from desc, seq desc limit 1;
        else
            select before.office_id, before.team_id into known;
        end if;
        moves := begins is null or (known.office_id, known.team_id) is distinct from (after.office_id, after.team_id);
        begins := greatest(today, coalesce(begins, after.first_day));
        if moves and begins < coalesce(ends, 'infinity') then
            facts := array_append(facts, public.employment_fact(after.id, begins, after.office_id, after.team_id));
        end if;
    end if;
    return array(select row(gen_random_uuid(), 'void', after.id, null, null, jsonb_build_object('target', target)::text, null,
                            null)::public.new_hours_fact
                   from unnest(voided) as target) || facts;
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
            select fact
              from (select row(id, office_id, team_id, first_day, last_day, left_at)::public.employee as person
                      from public.person where id in (select id from changed) order by id) as added,
                   unnest(public.first_employment(added.person, false)) as fact);
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
    hours public.new_hours_fact[] := '{}';
    one   record;
begin
    for one in
        select changed.id,
               row(earlier.id, earlier.office_id, earlier.team_id, earlier.first_day, earlier.last_day,
                   earlier.left_at)::public.employee as before,
               row(changed.id, changed.office_id, changed.team_id, changed.first_day, changed.last_day,
                   changed.left_at)::public.employee as after,
               earlier.user_name = 'former-' || earlier.id as was_erased
          from earlier join changed on changed.id = earlier.id
         where (earlier.office_id, earlier.team_id, earlier.first_day, earlier.last_day, earlier.left_at)
               is distinct from (changed.office_id, changed.team_id, changed.first_day, changed.last_day, changed.left_at)
           and changed.user_name <> 'former-' || changed.id
         order by changed.id
    loop
        -- Changes of one person are serial: each locks the row.
        if not one.was_erased
           and not exists (select from public.hours_fact where person_id = one.id and type = 'employment') then
            perform public.record_facts('hours', '{}', public.first_employment(one.before, true));
        end if;
        hours := hours || public.employment_changes(one.before, one.after);
    end loop;
    perform public.record_facts('hours', '{}', hours);
    return null;
end
$$;

create trigger employments_after_update after update on person referencing old table as earlier new table as changed
    for each statement execute function record_employments();

-- Appends the first employments of people who have none, at most of as many as given. Returns the number of people.
create function record_missing_employments(at_most int) returns bigint
    language plpgsql set search_path = pg_catalog, pg_temp
    as $$
declare
    hours  public.new_hours_fact[] := '{}';
    one    record;
    people bigint := 0;
begin
    for one in
        select public.first_employment(row(id, office_id, team_id, first_day, last_day, left_at)::public.employee, true) as facts
          from public.person
         where user_name <> 'former-' || id
           and not exists (select from public.hours_fact where person_id = person.id and type = 'employment')
         order by id
    loop
        continue when cardinality(one.facts) = 0;
        hours := hours || one.facts;
        people := people + 1;
        exit when people = at_most;
    end loop;
    if people = 0 then
        return 0;
    end if;
    perform from public.log_head for update;
    -- Some may have changed meanwhile.
    hours := array(select fact from unnest(hours) as fact
                    where not exists (select from public.hours_fact as known
                                       where known.person_id = fact.person_id and known.type = 'employment'));
    perform public.record_facts('hours', '{}', hours);
    return people;
end
$$;
revoke execute on function record_missing_employments from public;
