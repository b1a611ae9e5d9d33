-- Tags that the server vouches for, the keys it signs their certificates with, and what a tap's tag proves.

-- Which secret belongs to this database. The secret itself is in a file of the servers: whoever has the database alone finds
-- no badge and signs no tag.
create table server_secret (
    only_row    bool primary key default true check (only_row),
    fingerprint bytea not null check (octet_length(fingerprint) = 32)
);

-- Ed25519 keys. The newest that is not retired signs; all that are not retired verify.
create table signing_key (
    number              int primary key check (number between 1 and 65535),
    public_key          bytea not null check (octet_length(public_key) = 32),
    wrapped_private_key bytea not null,                   -- AES-GCM under a key made of the servers' secret
    made_at             timestamptz not null,
    retired_at          timestamptz check (retired_at >= made_at)
);

create table tag (
    id          bigint generated always as identity primary key,
    uid         bytea not null check (octet_length(uid) in (4, 7, 8, 10)),
    office_id   bigint not null references office,
    desk        text check (desk <> ''),                  -- null: a pause or an end for any desk. No reference: a desk may go
    event       text not null check (event in ('start', 'pause', 'end')),
    key_number  int references signing_key,               -- null: without a certificate, known by its UID alone
    issued      date,
    certificate bytea,
    made_at     timestamptz not null,
    written_at  timestamptz,                              -- when it was read back, or tapped, with this certificate
    retired_at  timestamptz check (retired_at >= made_at),
    why         text check (why ~ '\S'),
    replaced_by bigint references tag,
    check (event <> 'start' or desk is not null),
    check ((key_number is null) = (certificate is null) and (issued is null) = (certificate is null)),
    check ((retired_at is null) = (why is null)),
    check (replaced_by is null or retired_at is not null)
);
-- A tag stands for one thing at a time.
create unique index tag_in_use on tag (uid) where retired_at is null;
create index tag_by_key on tag (key_number);

-- What was read for a tap proved, and what was odd about it. Of the place: it says at which tag somebody was, and goes with it.
-- A badge proves as much as a UID, and its own UID is nowhere.
alter table event_place
    add column proof   text check (proof in ('none', 'uid', 'certificate')),    -- null: nothing was read
    add column flag    text check (flag in ('tag_copied', 'tag_retired', 'tag_unknown', 'tag_mismatch')),
    add column tag_uid bytea check (octet_length(tag_uid) in (4, 7, 8, 10)),    -- of the tag that was read
    add check (flag is null or proof is not null);
create index event_place_flagged on event_place (event_id) where flag is not null;

-- What a start has to prove to count at once.
alter table office
    add column required_proof text not null default 'none' check (required_proof in ('none', 'uid', 'certificate'));
alter table event
    drop constraint event_quarantine_check,
    add constraint event_quarantine_check check (quarantine in ('future', 'too_old', 'unproven'));

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
