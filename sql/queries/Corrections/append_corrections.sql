-- Appends additions and corrections to the log. Requires the lock of `lock_log`.
-- No row: :seq_before is not the log's latest record. Then the statement writes nothing.
-- :seq_before  the log's latest record   :seq  the log's latest record after these
-- Arrays, one element per record:
-- :types text[]  :ids uuid[]  :targets uuid[]  :people bigint[]  :authors bigint[]  :reasons text[]
-- :received_instants timestamptz[]
-- the content of an addition, or what an amendment sets: :kinds text[]  :instants timestamptz[]  :sent_instants text[]
--   :offices bigint[]  :desks text[]  :sent_desks text[] (sent_: as the client sent it)
-- the ledger entries: :hashes :time_salts :time_commitments :place_salts :place_commitments bytea[]
with head as (
    update log_head set seq = :seq::bigint, hash = (:hashes::bytea[])[:seq::bigint - :seq_before::bigint]
     where seq = :seq_before::bigint returning seq
),
record as (
    select one.*, :seq_before::bigint + one.number as seq
      from head,
           unnest(:types::text[], :ids::uuid[], :targets::uuid[], :people::bigint[], :authors::bigint[], :reasons::text[],
                  :received_instants::timestamptz[], :kinds::text[], :instants::timestamptz[], :sent_instants::text[],
                  :offices::bigint[], :desks::text[], :sent_desks::text[], :hashes::bytea[], :time_salts::bytea[],
                  :time_commitments::bytea[], :place_salts::bytea[], :place_commitments::bytea[])
               with ordinality
           as one (type, id, target_id, person_id, author_id, reason, received_at, kind, at, at_sent, office_id, desk,
                   desk_sent, entry_hash, time_salt, time_commit, place_salt, place_commit, number)
),
appended as (
    insert into log_record (seq, id, type, received_at, person_id, kind, at, at_sent, office_id, target_id, new_at, new_at_sent,
                            new_kind, new_office_id, author_id, reason, salt, entry_hash, time_commit, place_commit)
    select record.seq, record.id, record.type, record.received_at, record.person_id, event.kind, event.at, event.at_sent, event.office_id,
           record.target_id, amendment.at, amendment.at_sent, amendment.kind, amendment.office_id, record.author_id,
           record.reason, record.time_salt, record.entry_hash, record.time_commit, record.place_commit
      from record
      left join record as event on event.seq = record.seq and event.type = 'add'
      left join record as amendment on amendment.seq = record.seq and amendment.type <> 'add'
),
placed as (
    insert into log_place (seq, desk, desk_sent, salt, office_id, at, id)
    select record.seq, record.desk, record.desk_sent, record.place_salt, event.office_id, event.at, event.id
      from record left join record as event on event.seq = record.seq and event.type = 'add'
     where record.place_salt is not null
)
select seq from head
