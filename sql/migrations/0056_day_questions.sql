-- locks person for a moment
-- People whom a manager or HR asks to add a missing clock-out. One row for each day, of the latest time.
create table day_question (
    person_id   bigint not null references person,
    office_id   bigint not null,                          -- of the day; offices are never deleted
    day         date not null,                            -- the working day
    asked_by_id bigint not null references person,
    asked_at    timestamptz not null,
    case_id     uuid not null unique,                     -- of its messages in reminder; another one each time
    primary key (person_id, office_id, day),
    check (asked_by_id <> person_id)
);

create function grant_day_question_rights(server text) returns void
    language plpgsql
    as $$
begin
    execute format('grant insert, update, delete on day_question to %I', server);
end
$$;
revoke execute on function grant_day_question_rights from public;
