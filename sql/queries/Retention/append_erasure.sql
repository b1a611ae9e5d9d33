-- Appends an erasure to the log, with its entry in the ledger and what it lists. The log is locked.
-- $1 id, $2 number, $3 part, $4 office, $5 person, $6 the first instant that is kept, $7 rule, $8 author, $9 received at,
-- $10 digest, $11 numbers of what goes bigint[]; the entry: $12 previous hash, $13 hash, $14 salt, $15 commitment
with head as (
    update log_head set seq = $2::bigint, hash = $13::bytea where seq = $2::bigint - 1 returning seq
),
appended as (
    insert into erasure (id, seq, part, office_id, person_id, before, rule, author_id, received_at, digest, salt)
    select $1::uuid, seq, $3::text, $4::bigint, $5::bigint, $6::timestamptz, $7::text, $8::bigint, $9::timestamptz,
           $10::bytea, $14::bytea
      from head
),
listed as (
    insert into erased_record (seq, part, erasure_id) select one, $3::text, $1::uuid from head, unnest($11::bigint[]) as one
),
chained as (
    insert into ledger (seq, prev_hash, entry_hash, type, record_id, accepted_at, time_commit)
    select seq, $12::bytea, $13::bytea, 'erase', $1::uuid, $9::timestamptz, $15::bytea from head
)
select seq from head
