-- locks person for a moment
-- Comments on warnings of hours. A warning is checked if a row has its value and its limit; other figures warn again.
create table warning_note (
    id         bigint generated always as identity primary key,
    person_id  bigint not null references person,
    day        int not null,                    -- the working day, in days since 1970
    office_id  bigint not null,                 -- the person's office on the day; offices are never deleted
    rule       text not null,                   -- as `desktap hours` names it, like the next three
    code       text not null,
    value_s    bigint not null,
    limit_s    bigint not null,
    author_id  bigint not null references person,
    comment    text not null check (length(comment) between 1 and 200),
    written_at timestamptz not null,
    unique (person_id, day, rule, code, value_s, limit_s),
    check (author_id <> person_id)              -- another person checks
);

-- Deletes the comments on warnings of an office's days whose records have no retention any more.
create function forget_warning_notes(of_office bigint, before timestamptz) returns void
    language plpgsql security definer set search_path = pg_catalog, pg_temp
    as $$
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
revoke execute on function forget_warning_notes from public;

create function grant_warning_note_rights(server text) returns void
    language plpgsql
    as $$
begin
    execute format('grant insert on warning_note to %I', server);
    execute format('grant execute on function forget_warning_notes to %I', server);
end
$$;
revoke execute on function grant_warning_note_rights from public;
