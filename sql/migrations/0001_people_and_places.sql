-- Who works here, and where they can sit.

create table office (
    id           bigint generated always as identity primary key,
    name         text not null unique check (name <> ''),
    time_zone    text not null check (time_zone <> ''),   -- an IANA name
    day_boundary time not null default '00:00'            -- when a working day begins, by the office's clock
);

create table floor (
    office_id bigint not null references office,
    name      text not null check (name <> ''),
    position  int not null default 0,                     -- the order of the tabs
    width     int not null check (width > 0),             -- the drawing's size; desks and rooms are placed in its units
    height    int not null check (height > 0),
    primary key (office_id, name)
);

create table room (
    office_id bigint not null,
    floor     text not null,
    name      text not null,
    x         int not null,
    y         int not null,
    width     int not null check (width > 0),
    height    int not null check (height > 0),
    primary key (office_id, floor, name),
    foreign key (office_id, floor) references floor on update cascade
);

create table desk (
    office_id      bigint not null references office,
    id             text not null check (id ~ '^[A-Z0-9]+(-[A-Z0-9]+)*$' and length(id) <= 32),
    floor          text not null,
    x              int not null,
    y              int not null,
    width          int not null default 112 check (width > 0),
    height         int not null default 84 check (height > 0),
    rotation       int not null default 0,                -- degrees clockwise
    out_of_service text,                                  -- why, where it is
    primary key (office_id, id),
    foreign key (office_id, floor) references floor on update cascade
);
create index desk_by_id on desk (id);

create table person (
    id           bigint generated always as identity primary key,   -- a pseudonym: the log knows people by this alone
    user_name    text not null unique check (user_name <> '' and length(user_name) <= 64),
    display_name text not null check (display_name <> ''),
    role         text not null default 'employee' check (role in ('employee', 'manager', 'hr', 'administrator')),
    office_id    bigint not null references office,                 -- where a tap without a desk belongs
    left_at      timestamptz
);
