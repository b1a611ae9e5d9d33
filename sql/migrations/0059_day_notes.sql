-- locks person for a moment
-- Notes on people's days. Each change is a row. Of the person's own rows of a day, and of the others, the last one holds.
create table day_note (
    id         bigint generated always as identity primary key,
    person_id  bigint not null references person,
    day        int not null,                              -- the working day, in days since 1970
    office_id  bigint not null,                           -- of the day; offices are never deleted
    author_id  bigint not null references person,
    text       text not null check (length(text) <= 200), -- empty: the note was removed
    written_at timestamptz not null
);
create index day_note_by_person on day_note (person_id, day);

-- The working day of an office that starts at an instant, in days since 1970, also if the office's clock changes on it.
create function working_day_from(of_office bigint, instant timestamptz) returns int
    language sql stable
    as $$
select round(extract(epoch from (instant at time zone rules.time_zone) - rules.day_boundary) / 86400)::int
  from public.settings_for(of_office, ((instant + interval '12 hours') at time zone 'UTC')::date) as rules
$$;

-- Deletes the notes on an office's days whose records have no retention any more.
create function forget_day_notes(of_office bigint, before timestamptz) returns void
    language plpgsql security definer set search_path = pg_catalog, pg_temp
    as $$
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
revoke execute on function forget_day_notes from public;

-- Deletes the confirmations of an office's days whose records have no retention any more.
create or replace function forget_flag_confirmations(of_office bigint, before timestamptz) returns void
    language plpgsql security definer set search_path = pg_catalog, pg_temp
    as $$
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

create function grant_day_note_rights(server text) returns void
    language plpgsql
    as $$
begin
    execute format('grant insert on day_note to %I', server);
    execute format('grant execute on function forget_day_notes to %I', server);
end
$$;
revoke execute on function grant_day_note_rights from public;
