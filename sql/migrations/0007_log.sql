-- The log: one append-only row per record. A record is a tap, an addition (a tap that a correction adds), a correction of an
-- event (amend, void, restore) or an erasure. Taps and additions are events.
--
-- Each row carries its place in the ledger, a SHA-256 hash chain that shows every changed, removed or swapped record. The hash
-- covers no content, only commitments to it: SHA-256 of a random salt and the content. One commits to the time of a record, one
-- to its place. If content and salt are erased, the chain stays whole, and the content cannot be derived from it.

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

-- Only the writing statements (record_tap, record_taps, append_corrections, append_erasure) add rows. They compare log_head
-- first, so that people, offices and desks exist as they were read, and the server's types allow no other values. Therefore the
-- tables have no foreign keys, each of which would cost a query per row, and no check constraints, which PostgreSQL parses again
-- for each statement.
create table log_record (
    seq           bigint primary key,
    id            uuid not null unique,                   -- made by the sender, so that a retry is recorded once
    type          text not null,                          -- tap, add, amend, void, restore, erase
    received_at   timestamptz not null,                   -- by the server's clock
    -- The content; null if it is erased. An erasure's is in its own table.
    person_id     bigint,                                 -- of the event
    kind          text,                                   -- of an event: start, pause, end
    at            timestamptz,                            -- of an event: whole milliseconds
    at_sent       text,                                   -- as reported
    office_id     bigint,                                 -- of an event
    quarantine    text,                                   -- future, too_old, unproven, before_enrolment
    client        text,                                   -- the program that sent it
    target_id     uuid,                                   -- of a correction: the event
    new_at        timestamptz,                            -- the values that an amendment sets; null: unchanged
    new_at_sent   text,
    new_kind      text,
    new_office_id bigint,
    author_id     bigint,                                 -- of an addition or a correction
    reason        text,
    salt          bytea,                                  -- of the commitment to the content
    -- The ledger. entry_hash covers the previous row's.
    entry_hash    bytea not null,
    time_commit   bytea not null,
    place_commit  bytea                                   -- null: the record has no place
);
create index event_by_office on log_record (office_id, at);
-- Quarantined events, which a person must review.
create index event_quarantined on log_record (person_id, received_at) where quarantine is not null;
-- Daily rows are made from these columns and the desk. A person's year is read in order from this index alone. In the table,
-- each of its days is on a different page.
create index event_by_person on log_record (person_id, at, seq) include (id, type, kind, office_id, received_at, quarantine);
-- Records are stored in the order of arrival, so events of about the same time are near each other.
create index event_by_time on log_record using brin (at) with (pages_per_range = 32, autosummarize = on);
create index correction_by_target on log_record (target_id, seq) where target_id is not null;
create index correction_by_person on log_record (person_id, seq) where target_id is not null;
create index correction_by_new_at on log_record (person_id, new_at) where new_at is not null;
-- Amendments that change the time of an event.
create index correction_to_time on log_record (new_at) where new_at is not null;
-- Amendments that change the office of an event.
create index correction_to_office on log_record (target_id) where new_office_id is not null;

-- The place of an event, and what its tag proved; or the desk that an amendment sets. Places are in a table of their own, because
-- they are deleted years before times.
create table log_place (
    seq        bigint,                                    -- of the record
    desk       text,                                      -- as it was then, because a desk may be removed. null: no desk
    desk_sent  text,                                      -- as reported, if that differs
    reader_id  bigint,
    salt       bytea,                                     -- of the commitment to the place
    -- Proof, flag and UID are part of the place, because they show at which tag the person was. They are deleted with it.
    --
    -- The proof of the tag: none, network, uid, certificate; null: nothing was read. 'network': a start came from a network of its
    -- office. Which network and which address is stored nowhere. A badge proves as much as a UID; its own UID is stored nowhere.
    proof      text,
    -- Suspicious taps are recorded and flagged for review, never rejected: tag_copied, tag_retired, tag_unknown, tag_mismatch,
    -- two_offices, two_networks.
    flag       text,
    tag_uid    bytea,                                     -- of the tag that was read
    -- Copies from the event, which never change; null for an amendment. With them the latest start at a desk is the last entry of
    -- place_by_desk, however many taps the desk has.
    office_id  bigint,
    at         timestamptz,
    id         uuid,
    -- Includes the desk, so that the place of a record is read from the index alone.
    primary key (seq) include (desk)
);
create index place_flagged on log_place (seq) where flag is not null;
create index place_by_desk on log_place (desk, office_id, at, id);
-- Stored in the order of arrival, as records are.
create index place_by_time on log_place using brin (at) with (pages_per_range = 32, autosummarize = on);

-- Taps and additions.
create view event as
select seq, id, type, person_id, kind, at, at_sent, office_id, received_at, quarantine, client, author_id, reason, salt
  from log_record where kind is not null;

-- Corrections of events.
create view correction as
select seq, id, type, target_id, person_id, author_id, reason, received_at, new_at, new_at_sent, new_kind, new_office_id, salt
  from log_record where target_id is not null;
