-- Floors with their rooms and desks, and the drafts in which administrators draw them.

-- Floor plans that the map shows behind the desks. Each file is stored once.
create table floor_picture (
    hash        bytea primary key check (octet_length(hash) = 32),                        -- SHA-256 of the bytes
    type        text not null check (type in ('image/png', 'image/jpeg', 'image/svg+xml')),
    bytes       bytea not null check (octet_length(bytes) <= 10485760),
    width       int not null check (width > 0),                                           -- in the picture's pixels or units
    height      int not null check (height > 0),
    uploaded_at timestamptz not null
);

create table floor (
    office_id  bigint not null references office,
    name       text not null check (name <> ''),
    position   int not null default 0,                    -- the order of the tabs
    width      int not null check (width > 0),            -- the drawing's size, in the units of desks and rooms
    height     int not null check (height > 0),
    id         bigint generated always as identity unique,
    picture    bytea references floor_picture,
    -- Rises with each change of the floor or its draft. If two administrators change it at the same time, the later one gets an
    -- error.
    version    bigint not null default 1,
    changed_by bigint references person,                  -- null: a command on the server
    changed_at timestamptz,
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
    is_area   bool not null default false,                -- drawn without walls
    primary key (office_id, floor, name),
    foreign key (office_id, floor) references floor on update cascade
);

create table desk (
    office_id            bigint not null references office,
    id                   text not null check (id ~ '^[A-Z0-9]+(-[A-Z0-9]+)*$' and length(id) <= 32),
    floor                text not null,
    x                    int not null,
    y                    int not null,
    width                int not null default 112 check (width > 0),
    height               int not null default 84 check (height > 0),
    rotation             int not null default 0,          -- degrees clockwise
    out_of_service       text,                            -- the reason; null: in service
    has_monitor          bool not null default false,
    is_height_adjustable bool not null default false,
    word                 bytea not null                   -- 64 random bits in the desk's printed codes, as office.word
        default substring(uuid_send(gen_random_uuid()) from 1 for 6) || substring(uuid_send(gen_random_uuid()) from 10 for 2)
        check (octet_length(word) = 8),
    primary key (office_id, id),
    foreign key (office_id, floor) references floor on update cascade
);
create index desk_by_id on desk (id);

-- The next version of a floor, as one document (FloorDrawing). Publishing writes it into floor, room and desk.
create table floor_draft (
    floor_id bigint primary key references floor (id) on delete cascade,
    drawing  jsonb not null check (octet_length(drawing::text) <= 4194304)
);

-- Notifies every open map of a change in how a floor is drawn. A trigger, because the editor, imports and commands on the
-- server all change floors. Other columns of a floor (version, changed_by, changed_at) and drafts change no map.
create function tell_floor_change() returns trigger
    language plpgsql
    as $$
begin
    -- PostgreSQL sends equal notifications of a transaction once.
    perform pg_notify('desktap_floors', '');
    return null;
end
$$;

create trigger tell_floor_change
    after insert or delete or truncate or update of name, position, width, height, picture on floor
    for each statement execute function tell_floor_change();
create trigger tell_floor_change
    after insert or delete or truncate or update on room
    for each statement execute function tell_floor_change();
create trigger tell_floor_change
    after insert or delete or truncate or update on desk
    for each statement execute function tell_floor_change();

create function grant_floor_rights(server text) returns void
    language plpgsql
    as $$
begin
    execute format('grant delete on floor to %I', server);
    execute format('grant insert, update, delete on floor_draft to %I', server);
    execute format('grant insert, delete on floor_picture to %I', server);
end
$$;
revoke execute on function grant_floor_rights from public;
