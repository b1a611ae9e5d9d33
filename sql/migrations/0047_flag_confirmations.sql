-- locks person for a moment
-- Answers of managers and HR that nothing is missing on a day with a flag that only suspects it. The log and its exports keep the flag.
create table flag_confirmation (
    id              uuid primary key,
    person_id       bigint not null references person,
    day             int not null,                         -- the working day, in days since 1970
    office_id       bigint not null,                      -- of the day; offices are never deleted
    doubts          text[] not null check (cardinality(doubts) > 0),   -- the flags with their taps, as Attendance.Doubt writes them
    author_id       bigint not null references person,
    reason          text not null check (reason ~ '\S' and length(reason) <= 1000),
    confirmed_at    timestamptz not null,
    withdrawn_by_id bigint references person,
    withdrawn_at    timestamptz,
    check (author_id <> person_id),
    check ((withdrawn_by_id is null) = (withdrawn_at is null))
);
create index flag_confirmation_by_day on flag_confirmation (day) where withdrawn_at is null;
create index flag_confirmation_by_person on flag_confirmation (person_id, day);

-- Deletes the confirmations of an office's days whose records have no retention any more.
create function forget_flag_confirmations(of_office bigint, before timestamptz) returns void
    language plpgsql security definer set search_path = pg_catalog, pg_temp
    as $$
declare
    latest timestamptz := public.retention_reaches(of_office, 'time');
begin
    if latest is null or before > latest then
        raise exception 'the retention has not run out' using errcode = 'DT001';
    end if;
    delete from public.flag_confirmation as one
     where one.office_id = of_office and one.day < floor(extract(epoch from before) / 86400)
       and not exists (select from public.legal_hold
                        where legal_hold.person_id = one.person_id and released_at is null);
end
$$;
revoke execute on function forget_flag_confirmations from public;

create function grant_flag_confirmation_rights(server text) returns void
    language plpgsql
    as $$
begin
    execute format('grant insert, update (withdrawn_by_id, withdrawn_at) on flag_confirmation to %I', server);
    execute format('grant execute on function forget_flag_confirmations to %I', server);
end
$$;
revoke execute on function grant_flag_confirmation_rights from public;
