-- Appends additions and corrections to the log, each with its ledger entry. Requires the lock of `lock_log`.
-- No row: :seq_before is not the log's latest record. Then the statement writes nothing.
-- :seq_before  the log's latest record   :seq  the log's latest record after these
-- Arrays, one element per record:
-- :types text[]  :ids uuid[]  :targets uuid[]  :people bigint[]  :authors bigint[]  :reasons text[]
-- :received_instants timestamptz[]
-- the content of an addition, or what an amendment sets: :kinds text[]  :instants timestamptz[]  :sent_instants text[]
--   :offices bigint[]  :desks text[]  :sent_desks text[] (sent_: as the client sent it)
-- the ledger entries: :previous_hashes :hashes :time_salts :time_commitments :place_salts :place_commitments bytea[]
with head as (
    update log_head set seq = :seq::bigint, hash = (:hashes::bytea[])[:seq::bigint - :seq_before::bigint]
     where seq = :seq_before::bigint returning seq
),
record as (
    select one.*, :seq_before::bigint + one.place as seq
      from head,
           unnest(:types::text[], :ids::uuid[], :targets::uuid[], :people::bigint[], :authors::bigint[], :reasons::text[],
                  :received_instants::timestamptz[], :kinds::text[], :instants::timestamptz[], :sent_instants::text[],
                  :offices::bigint[], :desks::text[], :sent_desks::text[], :previous_hashes::bytea[], :hashes::bytea[],
                  :time_salts::bytea[], :time_commitments::bytea[], :place_salts::bytea[], :place_commitments::bytea[])
               with ordinality
           as one (type, id, target_id, person_id, author_id, reason, received_at, kind, at, at_sent, office_id, desk,
                   desk_sent, prev_hash, entry_hash, time_salt, time_commit, place_salt, place_commit, place)
),
added as (
    insert into event (id, seq, type, person_id, kind, at, at_sent, office_id, received_at, author_id, reason, salt)
    select id, seq, type, person_id, kind, at, at_sent, office_id, received_at, author_id, reason, time_salt
      from record where type = 'add'
),
placed as (
    insert into event_place (event_id, event_office_id, event_at, desk, desk_sent, salt)
    select id, office_id, at, desk, desk_sent, place_salt from record where type = 'add' and place_salt is not null
),
corrected as (
    insert into correction (id, seq, type, target_id, person_id, author_id, reason, received_at, new_at, new_at_sent,
                            new_kind, new_office_id, salt)
    select id, seq, type, target_id, person_id, author_id, reason, received_at, at, at_sent, kind, office_id, time_salt
      from record where type <> 'add'
),
corrected_place as (
    insert into correction_place (correction_id, desk, desk_sent, salt)
    select id, desk, desk_sent, place_salt from record where type <> 'add' and place_salt is not null
),
chained as (
    insert into ledger (seq, prev_hash, entry_hash, type, record_id, accepted_at, time_commit, place_commit)
    select seq, prev_hash, entry_hash, type, id, received_at, time_commit, place_commit from record
)
select seq from head
