-- The log of taps. It is append-only. The time and the place of a tap are in separate tables, because places are deleted years
-- before times. Corrections use ids and sequence numbers of the same series.

-- One row, which every writer locks first. Records get their sequence numbers under this lock, so the numbers have no gaps and
-- rise in the order in which records became durable.
create table log_head (
    only_row bool primary key default true check (only_row),
    seq      bigint not null default 0,
    roster   bigint not null default 0,                   -- counts changes of people, offices, their settings and desks
    -- The hash of the latest ledger entry. The first entry follows 32 zero bytes.
    hash     bytea not null default decode(repeat('00', 32), 'hex') check (octet_length(hash) = 32)
);
insert into log_head default values;

-- A server process keeps people, offices, their settings and desks in memory. Each change of them increments log_head.roster.
-- Every writer of taps reads that row anyway, so it notices that its memory is out of date.
create function count_roster_change() returns trigger
    language plpgsql
    as $$
begin
    update log_head set roster = roster + 1;
    return null;
end
$$;

create trigger roster_change after insert or update or delete or truncate on person
    for each statement execute function count_roster_change();
create trigger roster_change after insert or update or delete or truncate on office
    for each statement execute function count_roster_change();
create trigger roster_change after insert or update or delete or truncate on desk
    for each statement execute function count_roster_change();
create trigger roster_change after insert or update or delete or truncate on office_settings
    for each statement execute function count_roster_change();

create table event (
    id          uuid primary key,                         -- made by the sender, so that a retry is recorded once
    seq         bigint not null unique,
    type        text not null check (type in ('tap', 'add')),   -- a tap, or an addition by a correction
    person_id   bigint not null references person,
    kind        text not null check (kind in ('start', 'pause', 'end')),
    at          timestamptz not null,                     -- whole milliseconds
    at_sent     text not null,                            -- as reported
    office_id   bigint not null references office,
    received_at timestamptz not null,                     -- by the server's clock
    quarantine  text check (quarantine in ('future', 'too_old', 'unproven', 'before_enrolment')),
    client      text,                                     -- the program that sent it
    salt        bytea check (octet_length(salt) = 32),    -- of the time commitment in the ledger; null: no ledger entry
    author_id   bigint references person,                 -- of an addition
    reason      text check (reason ~ '\S'),
    constraint event_added_by_somebody check ((type = 'add') = (author_id is not null)),
    constraint event_added_for_a_reason check ((type = 'add') = (reason is not null))
);
create index event_by_office on event (office_id, at);
-- Quarantined events, which a person must review.
create index event_quarantined on event (person_id, received_at) where quarantine is not null;
-- Daily rows are made from these columns and the desk. A person's year is read in order from this index alone. In the table,
-- each of its days is on a different page.
create index event_by_person on event (person_id, at, seq) include (id, type, kind, office_id, received_at, quarantine);
-- Events are stored in the order of arrival, so events of about the same time are near each other.
create index event_by_time on event using brin (at) with (pages_per_range = 32, autosummarize = on);

-- The place of an event, and what its tag proved.
create table event_place (
    event_id        uuid references event,
    desk            text,                                 -- as it was then; no foreign key, because a desk may be removed
    desk_sent       text,                                 -- as reported, if that differs
    reader_id       bigint references reader,
    salt            bytea check (octet_length(salt) = 32),   -- of the place commitment in the ledger
    -- Proof, flag and UID are part of the place, because they show at which tag the person was. They are deleted with it.
    --
    -- The proof of the tap; null: nothing was read. 'network': a start came from a network of its office. Which network and
    -- which address is stored nowhere. A badge proves as much as a UID; its own UID is stored nowhere.
    proof           text check (proof in ('none', 'network', 'uid', 'certificate')),
    -- Suspicious taps are recorded and flagged for review, never rejected.
    flag            text check (
        flag in ('tag_copied', 'tag_retired', 'tag_unknown', 'tag_mismatch', 'two_offices', 'two_networks')),
    tag_uid         bytea check (octet_length(tag_uid) in (4, 7, 8, 10)),   -- of the tag that was read
    -- Copies from the event, which never change. With them the latest start at a desk is the last entry of event_place_by_desk,
    -- however many taps the desk has.
    event_office_id bigint not null references office,
    event_at        timestamptz not null,
    -- Includes the desk, so that the place of an event is read from the index alone.
    primary key (event_id) include (desk),
    check (flag is null or proof is not null)
);
create index event_place_flagged on event_place (event_id) where flag is not null;
create index event_place_by_desk on event_place (desk, event_office_id, event_at, event_id);
-- Stored in the order of arrival, as events are.
create index event_place_by_time on event_place using brin (event_at) with (pages_per_range = 32, autosummarize = on);
