-- Appends one tap to the log. record_taps appends several, but it costs twice as much for one.
-- No row: the log or the roster has changed since the tap was evaluated. Then the statement writes nothing.
-- :seq_before, :hash_before, :roster  the log's latest record with its hash, and the version of the roster, when the tap was
--   evaluated
-- :seq, :hash  the tap's number and its hash in the ledger
-- The tap, as in record_taps:
--   :id  :person  :kind  :at  :sent_at  :office  :received_at  :quarantine  :client  :desk  :sent_desk  :reader
--   the tag's evidence: :proof  :flag  :uid
--   the ledger entry: :time_salt  :time_commitment  :place_salt  :place_commitment
with head as (
    update log_head set seq = :seq::bigint, hash = :hash::bytea
     -- The number alone is not enough: a restored database may have a different record with this number.
     where seq = :seq_before::bigint and roster = :roster::bigint and hash = :hash_before::bytea returning seq
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
)
select seq from head
