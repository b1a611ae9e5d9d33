-- Appends one tap to the log. record_taps appends several, but it costs twice as much for one.
-- No row: the log or the roster has changed since the tap was evaluated, or its tag's address was used already or before a later
-- one. Then the statement writes nothing.
-- :seq_before, :hash_before, :roster  the log's latest record with its hash, and the version of the roster, when the tap was
--   evaluated
-- :seq, :hash  the tap's number and its hash in the ledger
-- The tap, as in record_taps:
--   :id  :person  :kind  :at  :sent_at  :office  :received_at  :quarantine  :client  :desk  :sent_desk  :reader
--   the tag's evidence: :proof  :flag  :uid
--   the reading that signed the tag's address, or null: :generation  :counter
--   :is_reading_checked  whether it was decided that the reading can be used
--   the ledger entry: :time_salt  :time_commitment  :place_salt  :place_commitment
with head as (
    update log_head set seq = :seq::bigint, hash = :hash::bytea
     -- The number alone is not enough: a restored database may have a different record with this number.
     where seq = :seq_before::bigint and roster = :roster::bigint and hash = :hash_before::bytea
       and (:is_reading_checked::bool
            or not exists (select from tag_reading
                            where uid = :uid::bytea and generation = :generation::bigint and counter >= :counter::bigint))
    returning seq
),
appended as (
    insert into log_record (seq, id, type, received_at, person_id, kind, at, at_sent, office_id, quarantine, client, salt,
                            entry_hash, time_commit, place_commit)
    select seq, :id::uuid, 'tap', :received_at::timestamptz, :person::bigint, :kind::text, :at::timestamptz, :sent_at::text,
           :office::bigint, :quarantine::text, :client::text, :time_salt::bytea, :hash::bytea, :time_commitment::bytea,
           :place_commitment::bytea
      from head
),
placed as (
    insert into log_place (seq, desk, desk_sent, reader_id, salt, proof, flag, tag_uid, office_id, at, id)
    select seq, :desk::text, :sent_desk::text, :reader::bigint, :place_salt::bytea, :proof::text, :flag::text, :uid::bytea,
           :office::bigint, :at::timestamptz, :id::uuid
      from head where :place_salt::bytea is not null
),
used as (
    insert into tag_reading (uid, generation, counter, received_at)
    select :uid::bytea, :generation::bigint, :counter::bigint, :received_at::timestamptz from head where :counter::bigint is not null
)
select seq from head
