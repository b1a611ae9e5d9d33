-- Wall displays. Each has its own key, which shows one floor and gives access to nothing else.

create table display (
    id              bigint generated always as identity primary key,
    name            text not null unique check (name ~ '\S' and length(name) <= 64),
    office_id       bigint not null,
    floor           text not null,
    link_hash       bytea unique check (octet_length(link_hash) = 32),   -- SHA-256 of a link that gives the key, once
    link_expires_at timestamptz,
    key_hash        bytea unique check (octet_length(key_hash) = 32),    -- SHA-256; only the display stores the key itself
    enrolled_at     timestamptz,
    revoked_at      timestamptz,
    -- A display is deleted with its floor, because it has nothing else to show.
    foreign key (office_id, floor) references floor on update cascade on delete cascade,
    check ((link_hash is null) = (link_expires_at is null)),
    check ((key_hash is null) = (enrolled_at is null))
);

create function grant_display_rights(server text) returns void
    language plpgsql
    as $$
begin
    execute format('grant update (link_hash, link_expires_at, key_hash, enrolled_at) on display to %I', server);
end
$$;
revoke execute on function grant_display_rights from public;
