-- Appends taps to the log, and writes what follows from them, if the log still stands where it stood when they were decided.
-- Gives one row; none where somebody else has written since: then nothing is written.
-- $1 number of the log's latest record then, $2 version of the roster then, $3 number after these taps
-- the taps: $4 ids uuid[], $5 people bigint[], $6 kinds text[], $7 at timestamptz[], $8 at as sent text[], $9 offices bigint[],
--   $10 received at timestamptz[], $11 quarantine text[], $12 clients text[], $13 desks text[], $14 desks as sent text[],
--   $15 readers bigint[]
-- the latest start at desks: $16 offices bigint[], $17 desks text[], $18 people bigint[], $19 start ids uuid[],
--   $20 start instants timestamptz[]
-- people's presence: $21 people bigint[], $22 states text[], $23 session starts timestamptz[], $24 deadlines timestamptz[],
--   $25 offices bigint[], $26 desks text[], $27 start ids uuid[], $28 start instants timestamptz[],
--   $29 desk since timestamptz[], $30 latest at timestamptz[], $31 latest ranks smallint[], $32 latest ids uuid[]
-- $33 what all server processes are told when this is committed; null is nothing
-- the taps' entries in the ledger: $34 previous hashes bytea[], $35 hashes bytea[], $36 time salts bytea[],
--   $37 time commitments bytea[], $38 place salts bytea[], $39 place commitments bytea[]
-- what their tags proved: $40 proofs text[], $41 flags text[], $42 UIDs bytea[]
with head as (
    update log_head set seq = $3::bigint, hash = ($35::bytea[])[$3::bigint - $1::bigint]
     -- The hash as well: a database that was restored may have another record of this number.
     where seq = $1::bigint and roster = $2::bigint and hash = ($34::bytea[])[1] returning seq
),
tap as (
    select id, $1::bigint + place as seq, person_id, kind, at, at_sent, office_id, received_at, quarantine, client, desk,
           desk_sent, reader_id, prev_hash, entry_hash, time_salt, time_commit, place_salt, place_commit, proof, flag, tag_uid
      from head,
           unnest($4::uuid[], $5::bigint[], $6::text[], $7::timestamptz[], $8::text[], $9::bigint[], $10::timestamptz[],
                  $11::text[], $12::text[], $13::text[], $14::text[], $15::bigint[], $34::bytea[], $35::bytea[],
                  $36::bytea[], $37::bytea[], $38::bytea[], $39::bytea[], $40::text[], $41::text[], $42::bytea[])
               with ordinality
           as one (id, person_id, kind, at, at_sent, office_id, received_at, quarantine, client, desk, desk_sent, reader_id,
                   prev_hash, entry_hash, time_salt, time_commit, place_salt, place_commit, proof, flag, tag_uid, place)
),
appended as (
    insert into event (id, seq, type, person_id, kind, at, at_sent, office_id, received_at, quarantine, client, salt)
    select id, seq, 'tap', person_id, kind, at, at_sent, office_id, received_at, quarantine, client, time_salt from tap
),
placed as (
    insert into event_place (event_id, event_office_id, event_at, desk, desk_sent, reader_id, salt, proof, flag, tag_uid)
    select id, office_id, at, desk, desk_sent, reader_id, place_salt, proof, flag, tag_uid from tap where place_salt is not null
),
chained as (
    insert into ledger (seq, prev_hash, entry_hash, type, record_id, accepted_at, time_commit, place_commit)
    select seq, prev_hash, entry_hash, 'tap', id, received_at, time_commit, place_commit from tap
),
claimed as (
    insert into desk_claim (office_id, desk, person_id, start_id, start_at)
    select one.*
      from head, unnest($16::bigint[], $17::text[], $18::bigint[], $19::uuid[], $20::timestamptz[]) as one
        on conflict (office_id, desk) do update
       set person_id = excluded.person_id, start_id = excluded.start_id, start_at = excluded.start_at
),
present as (
    insert into presence (person_id, state, session_start, deadline, office_id, desk, start_id, start_at, desk_since,
                          latest_at, latest_rank, latest_id)
    select one.*
      from head, unnest($21::bigint[], $22::text[], $23::timestamptz[], $24::timestamptz[], $25::bigint[], $26::text[],
                        $27::uuid[], $28::timestamptz[], $29::timestamptz[], $30::timestamptz[], $31::smallint[],
                        $32::uuid[]) as one
        on conflict (person_id) do update
       set state = excluded.state, session_start = excluded.session_start, deadline = excluded.deadline,
           office_id = excluded.office_id, desk = excluded.desk, start_id = excluded.start_id,
           start_at = excluded.start_at, desk_since = excluded.desk_since, latest_at = excluded.latest_at,
           latest_rank = excluded.latest_rank, latest_id = excluded.latest_id
)
select seq, case when $33::text is not null then pg_notify('desktap_presence', $33::text)::text end from head
