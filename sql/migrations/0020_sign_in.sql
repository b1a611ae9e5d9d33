-- Who is signed in where, with what they sign in, and how the first administrator comes in.

create table sign_in_session (
    id             bigint generated always as identity primary key,
    person_id      bigint not null references person,
    token_hash     bytea not null unique check (octet_length(token_hash) = 32),   -- SHA-256; the token itself is nowhere
    -- The token before it, which is good until its owner has the new one for sure, and for requests under way a little longer.
    previous_hash  bytea unique check (octet_length(previous_hash) = 32),
    previous_until timestamptz,                           -- null: the new token was not used yet
    rotated_at     timestamptz not null,                  -- when the token was made
    device         text not null check (device ~ '\S' and length(device) <= 64),   -- families only, such as Chrome on Android
    way            text not null check (way in ('link', 'password', 'provider')),
    began_at       timestamptz not null,
    used_at        timestamptz not null,                  -- to some minutes
    ended_at       timestamptz,
    check (previous_hash is not null or previous_until is null)
);
create index sign_in_session_by_person on sign_in_session (person_id);

create table local_password (
    person_id bigint primary key references person,
    hash      text not null check (hash like '$scrypt$%'),
    set_at    timestamptz not null
);

-- By which the first administrator comes in, where there is none. The latest server to start made it.
create table first_administrator_link (
    only_row   bool primary key default true check (only_row),
    token_hash bytea not null check (octet_length(token_hash) = 32),
    expires_at timestamptz not null
);

create function grant_sign_in_rights(server text) returns void
    language plpgsql
    as $$
begin
    execute format('grant insert, update, delete on sign_in_session, local_password, first_administrator_link to %I', server);
    execute format('grant delete on sign_in_link to %I', server);
end
$$;
revoke execute on function grant_sign_in_rights from public;
