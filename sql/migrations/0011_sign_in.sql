-- Sign-in: links, sessions, passwords and identity providers.

-- The key from which servers derive those of cookies, of sign-ins at an identity provider, of links that confirm e-mail addresses, and
-- of messages to push services. Another key ends all push subscriptions.
create table cookie_key (
    only_row bool primary key default true check (only_row),
    key      bytea not null check (octet_length(key) = 32)
);

create table sign_in_session (
    id               bigint generated always as identity primary key,
    person_id        bigint not null references person,
    -- SHA-256; the token itself is stored nowhere.
    token_hash       bytea not null unique check (octet_length(token_hash) = 32),
    -- The previous token. It stays valid until the browser uses the new one, and then a little longer for requests under way.
    previous_hash    bytea unique check (octet_length(previous_hash) = 32),
    previous_until   timestamptz,                         -- null: the new token was not used yet
    rotated_at       timestamptz not null,                -- when the token was made
    device           text not null check (device ~ '\S' and length(device) <= 64),  -- families only, such as Chrome on Android
    way              text not null check (way in ('link', 'password', 'provider')),
    began_at         timestamptz not null,
    used_at          timestamptz not null,                -- exact to a few minutes
    ended_at         timestamptz,
    -- The identity provider that authenticated the person, and its own id of its session (the claim 'sid').
    issuer           text check (issuer <> ''),
    provider_session text check (provider_session <> '' and length(provider_session) <= 255),
    expires_at       timestamptz,                         -- the latest end; null: limited by age and use alone
    link_author_id   bigint references person,            -- of the link that began the session; null: a command on the server
    -- When the person last authenticated. A session on a phone takes it from the session that showed the code.
    authenticated_at timestamptz not null,
    check (previous_hash is not null or previous_until is null)
);
create index sign_in_session_by_person on sign_in_session (person_id);
create index sign_in_session_by_provider_session on sign_in_session (issuer, provider_session) where ended_at is null;

-- Links that sign in a phone or a browser, once.
create table sign_in_link (
    token_hash bytea primary key check (octet_length(token_hash) = 32),     -- SHA-256; the token itself is stored nowhere
    person_id  bigint not null references person,
    expires_at timestamptz not null,
    used_at    timestamptz,
    author_id  bigint references person,                  -- null: a command on the server
    -- The session that showed the code for a phone. The phone's session takes its origin from this session.
    session_id bigint references sign_in_session on delete cascade
);
create index sign_in_link_by_session on sign_in_link (session_id);

-- The link of the first administrator, while there is none. Each server replaces it when it starts.
create table first_administrator_link (
    only_row   bool primary key default true check (only_row),
    token_hash bytea not null check (octet_length(token_hash) = 32),
    expires_at timestamptz not null
);

create table local_password (
    person_id bigint primary key references person,
    hash      text not null check (hash like '$scrypt$%'),
    set_at    timestamptz not null
);

-- People at identity providers. The provider never gives a subject to another person (OpenID Connect Core 1.0, 5.7).
create table identity (
    issuer    text not null check (issuer <> ''),
    subject   text not null check (subject <> '' and length(subject) <= 255),
    person_id bigint not null references person,
    linked_at timestamptz not null,
    primary key (issuer, subject),
    unique (person_id, issuer)
);

-- Identities of people whose names are erased, as hashes with the servers' secret. They cannot sign in again.
create table left_identity (
    hash bytea primary key check (octet_length(hash) = 32)
);

-- Logout tokens that were used. Each is valid once (OpenID Connect Back-Channel Logout 1.0, 2.6).
create table logout_token (
    issuer  text not null,
    jti     text not null,
    used_at timestamptz not null,
    primary key (issuer, jti)
);

-- Deletes a person's identities when their name is erased.
create function forget_identities(person bigint) returns bigint
    language sql security definer set search_path = pg_catalog, pg_temp
    as $$
with forgotten as (delete from public.identity where person_id = person returning 1)
select count(*) from forgotten
$$;
revoke execute on function forget_identities from public;

create function grant_sign_in_rights(server text) returns void
    language plpgsql
    as $$
begin
    execute format('grant insert, update, delete on sign_in_session, local_password, first_administrator_link to %I', server);
    execute format('grant delete on sign_in_link to %I', server);
end
$$;
revoke execute on function grant_sign_in_rights from public;

create function grant_identity_rights(server text) returns void
    language plpgsql
    as $$
begin
    execute format('grant insert on identity to %I', server);
    execute format('grant execute on function forget_identities to %I', server);
end
$$;
revoke execute on function grant_identity_rights from public;

create function grant_session_origin_rights(server text) returns void
    language plpgsql
    as $$
begin
    execute format('grant insert, delete on logout_token to %I', server);
end
$$;
revoke execute on function grant_session_origin_rights from public;
