-- The log: only ever appended to. What a tap says of time stands apart from what it says of place, because place is
-- forgotten years earlier. Later kinds of record (corrections) share its ids and its numbers.

-- The one row every writer locks first. Records are numbered under that lock, so numbers have no gaps and rise in the
-- order in which records became durable.
create table log_head (
    only_row bool primary key default true check (only_row),
    seq      bigint not null default 0
);
insert into log_head default values;

create table reader (
    id         bigint generated always as identity primary key,
    name       text not null unique check (name <> ''),
    key_hash   bytea not null unique check (octet_length(key_hash) = 32),   -- SHA-256; the key itself is nowhere
    created_at timestamptz not null default now(),
    revoked_at timestamptz
);

create table event (
    id          uuid primary key,                         -- made by the sender: what makes a retry harmless
    seq         bigint not null unique,
    type        text not null check (type in ('tap')),
    person_id   bigint not null references person,
    kind        text not null check (kind in ('start', 'pause', 'end')),
    at          timestamptz not null,                     -- whole milliseconds
    at_sent     text not null,                            -- as it was reported
    office_id   bigint not null references office,
    received_at timestamptz not null,                     -- by the server's clock
    quarantine  text check (quarantine in ('future', 'too_old')),
    client      text                                      -- what program sent it
);
create index event_by_person on event (person_id, at);
create index event_by_office on event (office_id, at);

create table event_place (
    event_id  uuid primary key references event,
    desk      text,                                       -- as it was then: no reference, a desk may go
    desk_sent text,                                       -- as it was reported, where that differs
    reader_id bigint references reader
);
