-- Appends an erasure to the log, with the lists of the erased records and facts of hours. The log must be locked.
-- No row: the log's head is not at :seq - 1; then nothing is written.
-- :seq  number of the erasure      :id      :part  place or time      :office      :person
-- :before  the first instant that is kept      :rule      :author  null: automatic, or a command on the server
-- :received_at      :digest  SHA-256 of both lists      :erased  numbers of the erased records      :facts  of the erased facts
-- the ledger entry: :hash      :salt      :commitment
with head as (
    update log_head set seq = :seq::bigint, hash = :hash::bytea where seq = :seq::bigint - 1 returning seq
),
appended as (
    insert into log_record (seq, id, type, received_at, author_id, salt, entry_hash, time_commit)
    select seq, :id::uuid, 'erase', :received_at::timestamptz, :author::bigint, :salt::bytea, :hash::bytea,
           :commitment::bytea
      from head
),
described as (
    insert into erasure (id, seq, part, office_id, person_id, before, rule, digest)
    select :id::uuid, seq, :part::text, :office::bigint, :person::bigint, :before::timestamptz, :rule::text, :digest::bytea
      from head
),
listed as (
    insert into erased_record (seq, part, erasure_id) select one, :part::text, :id::uuid
      from head, unnest(:erased::bigint[]) as one
),
listed_facts as (
    insert into erased_fact (seq, erasure_id) select one, :id::uuid from head, unnest(:facts::bigint[]) as one
)
select seq from head
