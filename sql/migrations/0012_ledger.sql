-- The ledger: one entry per record, in a SHA-256 hash chain that shows every changed, removed or swapped record. An entry
-- contains no content, only commitments: SHA-256 of a random salt and the content. One commits to the time of a record, one to
-- its place. If content and salt are erased, the chain stays whole, and the content cannot be derived from it.

create table ledger (
    seq          bigint primary key,
    prev_hash    bytea not null unique check (octet_length(prev_hash) = 32),   -- unique: the chain cannot fork
    entry_hash   bytea not null unique check (octet_length(entry_hash) = 32),
    type         text not null check (type in ('tap', 'add', 'amend', 'void', 'restore', 'erase')),
    record_id    uuid not null unique,                                         -- of an event, a correction or an erasure
    accepted_at  timestamptz not null,
    time_commit  bytea not null check (octet_length(time_commit) = 32),
    place_commit bytea check (octet_length(place_commit) = 32)                 -- null: the record has no place
);
