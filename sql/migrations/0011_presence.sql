-- The current state. Both tables are derived from the log and can be rebuilt from it. Taps write them, so like the log they have
-- neither foreign keys nor check constraints, and they have free space for new versions of their rows.

create table presence (
    person_id     bigint primary key,
    state         text not null default 'off',            -- off, work, pause
    session_start timestamptz,                            -- null: off
    deadline      timestamptz,                            -- after it an open session counts as ended
    office_id     bigint,
    desk          text,
    -- The latest start of the session, which claims the desk. Null in a session: its place is deleted, so the person has no desk.
    start_id      uuid,
    start_at      timestamptz,
    desk_since    timestamptz,
    latest_at     timestamptz,                            -- the position of the latest tap in the order of taps: at, rank, id
    latest_rank   smallint,
    latest_id     uuid
) with (fillfactor = 50);

-- The latest start at each desk. Its person holds the desk while it is also the latest start of their open session.
create table desk_claim (
    office_id bigint not null,
    desk      text not null,
    person_id bigint not null,
    start_id  uuid not null,
    start_at  timestamptz not null,
    primary key (office_id, desk)
) with (fillfactor = 50);
