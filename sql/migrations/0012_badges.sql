-- Badges, and keys with which people's programs come as them.

create table person_key (
    id         bigint generated always as identity primary key,
    person_id  bigint not null references person,
    key_hash   bytea not null unique check (octet_length(key_hash) = 32),   -- SHA-256; the key itself is nowhere
    made_at    timestamptz not null,
    revoked_at timestamptz
);
create index person_key_by_person on person_key (person_id);

create table badge (
    id          bigint generated always as identity primary key,
    hash        bytea not null check (octet_length(hash) = 32),   -- of kind and UID, under a key that is not in the database
    kind        text not null check (kind in ('nfca', 'nfcb', 'felica', 'iso15693')),
    person_id   bigint not null references person,
    reader_id   bigint not null references reader,        -- where it was enrolled
    tap_id      uuid not null unique,                     -- the tap by which it was, so that a repetition is known
    enrolled_at timestamptz not null,                     -- when that tap was made
    removed_at  timestamptz
);
-- A badge is one person's at a time.
create unique index badge_in_use on badge (hash) where removed_at is null;
create index badge_by_person on badge (person_id);

-- Somebody waits for the next unknown badge at a reader.
create table badge_enrolment (
    id         bigint generated always as identity primary key,
    person_id  bigint not null references person,
    reader_id  bigint not null references reader,
    asked_at   timestamptz not null,
    expires_at timestamptz not null check (expires_at > asked_at),
    closed_at  timestamptz,
    badge_id   bigint references badge                    -- the badge that came; null: none did
);
create unique index badge_enrolment_open on badge_enrolment (reader_id) where closed_at is null;

create function grant_badge_rights(server text) returns void
    language plpgsql
    as $$
begin
    execute format('grant insert, update on person_key, badge, badge_enrolment to %I', server);
end
$$;
revoke execute on function grant_badge_rights from public;
