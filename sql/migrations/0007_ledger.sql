-- The ledger: one entry a record, chained by SHA-256, so that nobody can change, remove or swap records unseen. It holds no
-- content, only commitments to it (SHA-256 over a random salt and the content), one to what a record says of time and one to
-- what it says of place. Erasing content and salt leaves the chain whole, and nothing can be guessed back from it.

create table ledger (
    seq          bigint primary key,
    prev_hash    bytea not null unique check (octet_length(prev_hash) = 32),   -- unique: the chain cannot fork
    entry_hash   bytea not null unique check (octet_length(entry_hash) = 32),
    type         text not null check (type in ('tap')),
    record_id    uuid not null unique,
    accepted_at  timestamptz not null,
    time_commit  bytea not null check (octet_length(time_commit) = 32),
    place_commit bytea check (octet_length(place_commit) = 32)                 -- null: says nothing of place
);

-- The latest entry's hash; the first entry follows 32 zero bytes.
alter table log_head add column hash bytea not null default decode(repeat('00', 32), 'hex') check (octet_length(hash) = 32);

-- Records from before the ledger have no salt and no entry.
alter table event add column salt bytea check (octet_length(salt) = 32);
alter table event_place add column salt bytea check (octet_length(salt) = 32);
