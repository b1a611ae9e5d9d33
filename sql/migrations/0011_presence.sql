-- The current state. Both tables are derived from the log and can be rebuilt from it.

create table presence (
    person_id     bigint primary key references person,
    state         text not null default 'off' check (state in ('off', 'work', 'pause')),
    session_start timestamptz,
    deadline      timestamptz,                            -- after it an open session counts as ended
    office_id     bigint,
    desk          text,
    start_id      uuid,                                   -- the latest start of the session, which claims the desk
    start_at      timestamptz,
    desk_since    timestamptz,
    latest_at     timestamptz,                            -- the position of the latest tap in the order of taps: at, rank, id
    latest_rank   smallint,
    latest_id     uuid,
    check ((state = 'off') = (session_start is null)),
    -- May also be null in a session: its place is deleted, so the person has no desk.
    check (state <> 'off' or start_id is null),
    check ((latest_at is null) = (latest_id is null))
);

-- The latest start at each desk. Its person holds the desk while it is also the latest start of their open session.
create table desk_claim (
    office_id bigint not null,
    desk      text not null,
    person_id bigint not null references person,
    start_id  uuid not null,
    start_at  timestamptz not null,
    primary key (office_id, desk)
);
