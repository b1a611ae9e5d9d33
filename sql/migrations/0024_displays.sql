-- Screens on a wall. Each shows one floor to whoever walks by, has a key of its own, and opens nothing else.

create table display (
    id              bigint generated always as identity primary key,
    name            text not null unique check (name ~ '\S' and length(name) <= 64),
    office_id       bigint not null,
    floor           text not null,
    link_hash       bytea unique check (octet_length(link_hash) = 32),   -- SHA-256 of what gives a screen its key, once
    link_expires_at timestamptz,
    key_hash        bytea unique check (octet_length(key_hash) = 32),    -- SHA-256; the key itself is nowhere but on the screen
    enrolled_at     timestamptz,
    revoked_at      timestamptz,
    foreign key (office_id, floor) references floor on update cascade,
    check ((link_hash is null) = (link_expires_at is null)),
    check ((key_hash is null) = (enrolled_at is null))
);

-- Whether such a screen says who sits where, or only which desks are free.
alter table office add column names_on_wall bool not null default false;

create function grant_display_rights(server text) returns void
    language plpgsql
    as $$
begin
    execute format('grant update (link_hash, link_expires_at, key_hash, enrolled_at) on display to %I', server);
end
$$;
revoke execute on function grant_display_rights from public;
