-- locks office for a moment
-- Tags that sign their address at each reading (NTAG 424 DNA).

-- Master keys. The keys of each tag are derived from one of them.
create table tag_master_key (
    number      int primary key check (number between 1 and 65535),
    wrapped_key bytea not null,                           -- AES-GCM, with a key derived from the servers' secret
    made_at     timestamptz not null,
    retired_at  timestamptz check (retired_at >= made_at)
);

-- The keys that tags were given, one row for each set. A row exists before its tag gets the keys, so that they are known whatever
-- happens to the tag meanwhile.
create table tag_key (
    uid          bytea not null check (octet_length(uid) = 7),
    generation   int not null check (generation > 0),     -- counts the sets of a tag
    master       int not null references tag_master_key,
    made_at      timestamptz not null,
    confirmed_at timestamptz,                             -- when an address with this set's signature was first read; null: not yet
    primary key (uid, generation)
);

-- The keys with which tags may sign: the latest confirmed set of a tag, and later ones that the tag may have got already.
create view valid_tag_key as
select uid, generation, master, confirmed_at is not null as is_confirmed
  from tag_key
 where not exists (select from tag_key as later
                    where later.uid = tag_key.uid and later.generation > tag_key.generation and later.confirmed_at is not null);

-- The readings whose addresses were used. Old ones are deleted except the highest of a set of keys. No record is named here, but the
-- time is that of one.
create table tag_reading (
    uid         bytea not null,
    generation  int not null,
    counter     int not null,
    received_at timestamptz,                              -- when its tap arrived; null: long ago, or the place was erased
    primary key (uid, generation, counter)
);
create index tag_reading_by_time on tag_reading (received_at) where received_at is not null;

-- Only a signed address of a tag is enough for a start. Older servers see the requirement 'certificate' in required_proof instead.
alter table office add column requires_signature bool not null default false;

create or replace function grant_tag_rights(server text) returns void
    language plpgsql
    as $$
begin
    execute format('grant insert on server_secret, signing_key, tag_master_key to %I', server);
    execute format('grant update (retired_at) on signing_key, tag_master_key to %I', server);
    execute format('grant insert, update on tag to %I', server);
    execute format('grant insert, update (confirmed_at) on tag_key to %I', server);
    execute format('grant insert, update (received_at), delete on tag_reading to %I', server);
end
$$;
