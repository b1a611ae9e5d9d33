-- Registered tags, and the keys that sign their certificates.

-- Ed25519 keys. The newest key that is not retired signs; all keys that are not retired verify.
create table signing_key (
    number              int primary key check (number between 1 and 65535),
    public_key          bytea not null check (octet_length(public_key) = 32),
    wrapped_private_key bytea not null,                   -- AES-GCM, with a key derived from the servers' secret
    made_at             timestamptz not null,
    retired_at          timestamptz check (retired_at >= made_at)
);

create table tag (
    id          bigint generated always as identity primary key,
    uid         bytea not null check (octet_length(uid) in (4, 7, 8, 10)),
    office_id   bigint not null references office,
    -- Null: a pause or an end at any desk. No foreign key, because a desk may be removed.
    desk        text check (desk <> ''),
    event       text not null check (event in ('start', 'pause', 'end')),
    key_number  int references signing_key,               -- null: no certificate; the tag is recognized by its UID alone
    issued      date,
    certificate bytea,
    made_at     timestamptz not null,
    written_at  timestamptz,                              -- when this certificate was read back or tapped; null: not yet
    retired_at  timestamptz check (retired_at >= made_at),
    why         text check (why ~ '\S'),                  -- why it was retired
    replaced_by bigint references tag,
    word        bytea check (octet_length(word) = 8),     -- as office.word, of this tag alone; null: its address has no word
    check (event <> 'start' or desk is not null),
    check ((key_number is null) = (certificate is null) and (issued is null) = (certificate is null)),
    check ((retired_at is null) = (why is null)),
    check (replaced_by is null or retired_at is not null)
);
-- A tag stands for one desk and event at a time.
create unique index tag_in_use on tag (uid) where retired_at is null;
create index tag_by_key on tag (key_number);
create index tag_of_place on tag (office_id, event) where retired_at is null;

-- The server adds signing keys and its secret's fingerprint, and cannot replace them.
create function grant_tag_rights(server text) returns void
    language plpgsql
    as $$
begin
    execute format('grant insert on server_secret, signing_key to %I', server);
    execute format('grant update (retired_at) on signing_key to %I', server);
    execute format('grant insert, update on tag to %I', server);
end
$$;
revoke execute on function grant_tag_rights from public;
