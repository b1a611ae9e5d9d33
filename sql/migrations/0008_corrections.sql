-- What authorised people say about taps: additions, which are events as taps are, and amendments, voids and restorations,
-- which are folded onto an event in the order of their numbers. The event itself stays as it was reported.

alter table event
    drop constraint event_type_check,
    add constraint event_type_check check (type in ('tap', 'add')),
    add column author_id bigint references person,        -- who added it
    add column reason text check (reason ~ '\S'),
    add constraint event_added_by_somebody check ((type = 'add') = (author_id is not null)),
    add constraint event_added_for_a_reason check ((type = 'add') = (reason is not null));

create table correction (
    id            uuid primary key,                       -- of the same space as those of events: the ledger sees to it
    seq           bigint not null unique,
    type          text not null check (type in ('amend', 'void', 'restore')),
    target_id     uuid not null references event,
    person_id     bigint not null references person,      -- whose event it is
    author_id     bigint not null references person,
    reason        text not null check (reason ~ '\S'),
    received_at   timestamptz not null,
    new_at        timestamptz,                            -- what an amendment sets; null leaves a value as it is
    new_at_sent   text,
    new_kind      text check (new_kind in ('start', 'pause', 'end')),
    new_office_id bigint references office,
    salt          bytea not null check (octet_length(salt) = 32),
    check (type = 'amend' or (new_at is null and new_kind is null and new_office_id is null)),
    check ((new_at is null) = (new_at_sent is null))
);
create index correction_by_target on correction (target_id, seq);
create index correction_by_person on correction (person_id, seq);
create index correction_by_new_at on correction (person_id, new_at) where new_at is not null;

-- Only for an amendment that says something of the desk.
create table correction_place (
    correction_id uuid primary key references correction,
    desk          text,                                   -- null: none
    desk_sent     text,
    salt          bytea not null check (octet_length(salt) = 32)
);
create index correction_place_by_desk on correction_place (desk);

-- Who started at a desk before the latest start there, for when that one turns out not to count.
create index event_place_by_desk on event_place (desk);
-- What is still to be looked at by somebody.
create index event_quarantined on event (person_id, received_at) where quarantine is not null;

alter table ledger
    drop constraint ledger_type_check,
    add constraint ledger_type_check check (type in ('tap', 'add', 'amend', 'void', 'restore', 'erase'));

-- Somebody whose desk has been forgotten is at work at none.
alter table presence drop constraint presence_check1, add check (state <> 'off' or start_id is null);

-- An event with where it was, as one row: what corrections are folded onto.
create view logged_event as
select event.person_id, event.id, event.type, event.kind, event.at, event.office_id, event.received_at, event.quarantine,
       event_place.desk
  from event left join event_place on event_place.event_id = event.id;

-- A correction with what it says of the desk.
create view logged_correction as
select correction.person_id, correction.target_id, correction.type, correction.new_at, correction.new_kind,
       correction.new_office_id, correction_place.correction_id is not null as sets_desk, correction_place.desk,
       correction.seq
  from correction left join correction_place on correction_place.correction_id = correction.id;
