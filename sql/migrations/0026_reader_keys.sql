-- For whom a reader's key is good, and the key before it, which is still good for a while.

alter table reader
    -- Whose taps it may bring: anybody's (where there is an office: of its people), one person's, or those by badges.
    add column scope          text not null default 'anyone' check (scope in ('anyone', 'person', 'badges')),
    add column person_id      bigint references person,
    add column office_id      bigint references office,
    add column desks          text[] not null default '{}',           -- none: badges at any desk. No reference: a desk may go
    add column previous_hash  bytea unique check (octet_length(previous_hash) = 32),
    add column previous_until timestamptz,
    add check ((scope = 'person') = (person_id is not null)),
    add check (office_id is null or scope = 'anyone'),
    add check (desks = '{}' or scope = 'badges'),
    add check ((previous_hash is null) = (previous_until is null));
