-- Readers and the keys with which they authenticate.

create table reader (
    id               bigint generated always as identity primary key,
    name             text not null unique check (name <> ''),
    key_hash         bytea not null unique check (octet_length(key_hash) = 32),   -- SHA-256; the key itself is stored nowhere
    created_at       timestamptz not null default now(),
    revoked_at       timestamptz,
    last_seen_at     timestamptz,
    -- The taps that the key may send: of anyone (with office_id: of that office's people), of one person, or by badges.
    scope            text not null default 'anyone' check (scope in ('anyone', 'person', 'badges')),
    person_id        bigint references person,
    office_id        bigint references office,
    -- The desks of taps by badges; none: any desk. No foreign key, because a desk may be removed.
    desks            text[] not null default '{}',
    -- The previous key, which is still valid for a while.
    previous_hash    bytea unique check (octet_length(previous_hash) = 32),
    previous_until   timestamptz,
    -- The client certificate that the key requires: SHA-256 of its DER form. Null: none. Not unique, because one computer may
    -- hold two keys.
    certificate_hash bytea check (octet_length(certificate_hash) = 32),
    -- How many seconds the reader's clock was ahead of the server's when it last sent taps. Negative: behind. Null: unknown.
    clock_ahead_s    bigint,
    check ((scope = 'person') = (person_id is not null)),
    check (office_id is null or scope = 'anyone'),
    check (desks = '{}' or scope = 'badges'),
    check ((previous_hash is null) = (previous_until is null))
);
