-- Ways in: links that sign a phone or a browser in, and the secret that signs its cookie.

create table sign_in_link (
    token_hash bytea primary key check (octet_length(token_hash) = 32),     -- SHA-256; the token itself is nowhere
    person_id  bigint not null references person,
    expires_at timestamptz not null,
    used_at    timestamptz
);

create table cookie_key (
    only_row bool primary key default true check (only_row),
    key      bytea not null check (octet_length(key) = 32)
);
