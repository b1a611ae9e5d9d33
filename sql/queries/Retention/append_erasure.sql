-- Appends an erasure to the log, with its ledger entry and the list of the erased records. The log must be locked.
-- No row: the log's head is not at :seq - 1; then nothing is written.
-- :seq  number of the erasure      :hash  of the ledger entry      :id      :part  place or time      :office      :person
-- :before  the first instant that is kept      :rule      :author  null: automatic, or a command on the server
-- :received_at
-- :digest  SHA-256 of :erased      :salt      :erased  numbers of the erased records
-- :previous_hash      :time_commitment
with head as (
    update log_head set seq = :seq::bigint, hash = :hash::bytea where seq = :seq::bigint - 1 returning seq
),
appended as (
    insert into erasure (id, seq, part, office_id, person_id, before, rule, author_id, received_at, digest, salt)
    select :id::uuid, seq, :part::text, :office::bigint, :person::bigint, :before::timestamptz, :rule::text, :author::bigint,
           :received_at::timestamptz, :digest::bytea, :salt::bytea
      from head
),
listed as (
    insert into erased_record (seq, part, erasure_id) select one, :part::text, :id::uuid
      from head, unnest(:erased::bigint[]) as one
),
chained as (
    insert into ledger (seq, prev_hash, entry_hash, type, record_id, accepted_at, time_commit)
    select seq, :previous_hash::bytea, :hash::bytea, 'erase', :id::uuid, :received_at::timestamptz, :time_commitment::bytea
      from head
)
select seq from head
