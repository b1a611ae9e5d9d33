-- Appends additions and corrections to the log, each with its entry in the ledger. The log is locked.
-- $1 number of the log's latest record, $2 number after these, then arrays, one element a record:
--   $3 types, $4 ids, $5 targets uuid[], $6 people, $7 authors, $8 reasons, $9 received at
--   what an addition says or an amendment sets: $10 kinds, $11 at, $12 at as sent, $13 offices, $14 desks, $15 desks as sent
--   $16 previous hashes, $17 hashes, $18 time salts, $19 time commitments, $20 place salts, $21 place commitments
with head as (
    update log_head set seq = $2::bigint, hash = ($17::bytea[])[$2::bigint - $1::bigint] where seq = $1::bigint returning seq
),
record as (
    select one.*, $1::bigint + one.place as seq
      from head,
           unnest($3::text[], $4::uuid[], $5::uuid[], $6::bigint[], $7::bigint[], $8::text[], $9::timestamptz[],
                  $10::text[], $11::timestamptz[], $12::text[], $13::bigint[], $14::text[], $15::text[],
                  $16::bytea[], $17::bytea[], $18::bytea[], $19::bytea[], $20::bytea[], $21::bytea[]) with ordinality
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
