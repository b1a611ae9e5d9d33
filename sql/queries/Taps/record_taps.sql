-- Appends taps to the log.
-- No row: the log or the roster has changed since the taps were evaluated, or a tag's address was used already or before a later
-- one. Then the statement writes nothing.
-- :seq_before, :hash_before, :roster  the log's latest record with its hash, and the version of the roster, when the taps were
--   evaluated
-- :seq  the log's latest record after these taps
-- Arrays, one element per tap:
--   :ids uuid[]  :people bigint[]  :kinds text[]  :instants timestamptz[]  :sent_instants text[]
--   :offices bigint[]  :received_instants timestamptz[]  :quarantines text[]  :clients text[]  :desks text[]
--   :sent_desks text[]  :readers bigint[]   (sent_: as the client sent it)
--   the tags' evidence: :proofs text[]  :flags text[]  :uids bytea[]
--   the readings that signed the tags' addresses, or null: :generations bigint[]  :counters bigint[]
--   the ledger entries: :hashes :time_salts :time_commitments :place_salts :place_commitments bytea[]
-- :are_readings_checked  whether it was decided that the readings can be used
with head as (
    update log_head set seq = :seq::bigint, hash = (:hashes::bytea[])[:seq::bigint - :seq_before::bigint]
     -- The number alone is not enough: a restored database may have a different record with this number.
     where seq = :seq_before::bigint and roster = :roster::bigint and hash = :hash_before::bytea
       and (:are_readings_checked::bool
            or not exists (
                select from unnest(:uids::bytea[], :generations::bigint[], :counters::bigint[]) as one (uid, generation, counter)
                  join tag_reading as used
                    on used.uid = one.uid and used.generation = one.generation and used.counter >= one.counter))
    returning seq
),
tap as (
    select id, :seq_before::bigint + number as seq, person_id, kind, at, at_sent, office_id, received_at, quarantine, client,
           desk, desk_sent, reader_id, entry_hash, time_salt, time_commit, place_salt, place_commit, proof, flag,
           tag_uid, generation, counter
      from head,
           unnest(:ids::uuid[], :people::bigint[], :kinds::text[], :instants::timestamptz[], :sent_instants::text[],
                  :offices::bigint[], :received_instants::timestamptz[], :quarantines::text[], :clients::text[],
                  :desks::text[], :sent_desks::text[], :readers::bigint[], :hashes::bytea[],
                  :time_salts::bytea[], :time_commitments::bytea[], :place_salts::bytea[], :place_commitments::bytea[],
                  :proofs::text[], :flags::text[], :uids::bytea[], :generations::bigint[], :counters::bigint[])
               with ordinality
           as one (id, person_id, kind, at, at_sent, office_id, received_at, quarantine, client, desk, desk_sent, reader_id,
                   entry_hash, time_salt, time_commit, place_salt, place_commit, proof, flag, tag_uid, generation, counter,
                   number)
),
appended as (
    insert into log_record (seq, id, type, received_at, person_id, kind, at, at_sent, office_id, quarantine, client, salt,
                            entry_hash, time_commit, place_commit)
    select seq, id, 'tap', received_at, person_id, kind, at, at_sent, office_id, quarantine, client, time_salt, entry_hash,
           time_commit, place_commit
      from tap
),
placed as (
    insert into log_place (seq, desk, desk_sent, reader_id, salt, proof, flag, tag_uid, office_id, at, id)
    select seq, desk, desk_sent, reader_id, place_salt, proof, flag, tag_uid, office_id, at, id
      from tap where place_salt is not null
),
used as (
    insert into tag_reading (uid, generation, counter, received_at)
    select tag_uid, generation, counter, received_at from tap where counter is not null
)
select seq from head
