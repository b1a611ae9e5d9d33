-- Floors as administrators draw them: first as a draft, then, all at once, as everybody sees them.

-- Plans that are drawn behind desks, each once.
create table floor_picture (
    hash        bytea primary key check (octet_length(hash) = 32),                        -- SHA-256 of the bytes
    type        text not null check (type in ('image/png', 'image/jpeg', 'image/svg+xml')),
    bytes       bytea not null check (octet_length(bytes) <= 10485760),
    width       int not null check (width > 0),                                           -- in its own pixels or units
    height      int not null check (height > 0),
    uploaded_at timestamptz not null
);

alter table floor
    add column id         bigint generated always as identity unique,
    add column picture    bytea references floor_picture,
    -- Goes up with each change of the floor or its draft, so that of two who change it at once the later one is told.
    add column version    bigint not null default 1,
    add column changed_by bigint references person,       -- null: by a command on the server
    add column changed_at timestamptz;

-- What will be the floor once it is published, as one document; see FloorDrawing.
create table floor_draft (
    floor_id bigint primary key references floor (id) on delete cascade,
    drawing  jsonb not null check (octet_length(drawing::text) <= 4194304)
);

alter table room add column is_area bool not null default false;   -- no walls around it
alter table desk
    add column has_monitor          bool not null default false,
    add column is_height_adjustable bool not null default false;

-- A screen on the wall has nothing more to show once its floor is gone.
alter table display
    drop constraint display_office_id_floor_fkey,
    add foreign key (office_id, floor) references floor on update cascade on delete cascade;

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
