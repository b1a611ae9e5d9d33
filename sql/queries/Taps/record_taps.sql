-- Appends taps to the log and writes the resulting desk claims and presence.
-- No row: the log or the roster has changed since the taps were evaluated. Then the statement writes nothing.
-- :seq_before, :hash_before, :roster  the log's latest record with its hash, and the version of the roster, when the taps were
--   evaluated
-- :seq  the log's latest record after these taps
-- Arrays, one element per tap:
--   :ids uuid[]  :people bigint[]  :kinds text[]  :instants timestamptz[]  :sent_instants text[]
--   :offices bigint[]  :received_instants timestamptz[]  :quarantines text[]  :clients text[]  :desks text[]
--   :sent_desks text[]  :readers bigint[]   (sent_: as the client sent it)
--   the tags' evidence: :proofs text[]  :flags text[]  :uids bytea[]
--   the ledger entries: :hashes :time_salts :time_commitments :place_salts :place_commitments bytea[]
-- Arrays, one element per desk whose latest start changes:
--   :claim_offices bigint[]  :claim_desks text[]  :claim_people bigint[]  :claim_start_ids uuid[]
--   :claim_instants timestamptz[]
-- Arrays, one element per person whose presence changes:
--   :presence_people bigint[]  :presence_states text[]  :presence_session_starts :presence_deadlines timestamptz[]
--   :presence_offices bigint[]  :presence_desks text[]  :presence_start_ids uuid[]  :presence_start_instants timestamptz[]
--   :presence_desk_since :presence_latest_instants timestamptz[]
--   :presence_latest_ranks smallint[]  :presence_latest_ids uuid[]
with head as (
    update log_head set seq = :seq::bigint, hash = (:hashes::bytea[])[:seq::bigint - :seq_before::bigint]
     -- The number alone is not enough: a restored database may have a different record with this number.
     where seq = :seq_before::bigint and roster = :roster::bigint and hash = :hash_before::bytea returning seq
),
tap as (
    select id, :seq_before::bigint + number as seq, person_id, kind, at, at_sent, office_id, received_at, quarantine, client,
           desk, desk_sent, reader_id, entry_hash, time_salt, time_commit, place_salt, place_commit, proof, flag,
           tag_uid
      from head,
           unnest(:ids::uuid[], :people::bigint[], :kinds::text[], :instants::timestamptz[], :sent_instants::text[],
                  :offices::bigint[], :received_instants::timestamptz[], :quarantines::text[], :clients::text[],
                  :desks::text[], :sent_desks::text[], :readers::bigint[], :hashes::bytea[],
                  :time_salts::bytea[], :time_commitments::bytea[], :place_salts::bytea[], :place_commitments::bytea[],
                  :proofs::text[], :flags::text[], :uids::bytea[])
               with ordinality
           as one (id, person_id, kind, at, at_sent, office_id, received_at, quarantine, client, desk, desk_sent, reader_id,
                   entry_hash, time_salt, time_commit, place_salt, place_commit, proof, flag, tag_uid, number)
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
claimed as (
    insert into desk_claim (office_id, desk, person_id, start_id, start_at)
    select one.*
      from head, unnest(:claim_offices::bigint[], :claim_desks::text[], :claim_people::bigint[], :claim_start_ids::uuid[],
                        :claim_instants::timestamptz[]) as one
        on conflict (office_id, desk) do update
       set person_id = excluded.person_id, start_id = excluded.start_id, start_at = excluded.start_at
),
present as (
    insert into presence (person_id, state, session_start, deadline, office_id, desk, start_id, start_at, desk_since,
                          latest_at, latest_rank, latest_id)
    select one.*
      from head, unnest(:presence_people::bigint[], :presence_states::text[], :presence_session_starts::timestamptz[],
                        :presence_deadlines::timestamptz[], :presence_offices::bigint[], :presence_desks::text[],
                        :presence_start_ids::uuid[], :presence_start_instants::timestamptz[],
                        :presence_desk_since::timestamptz[], :presence_latest_instants::timestamptz[],
                        :presence_latest_ranks::smallint[], :presence_latest_ids::uuid[]) as one
        on conflict (person_id) do update
       set state = excluded.state, session_start = excluded.session_start, deadline = excluded.deadline,
           office_id = excluded.office_id, desk = excluded.desk, start_id = excluded.start_id,
           start_at = excluded.start_at, desk_since = excluded.desk_since, latest_at = excluded.latest_at,
           latest_rank = excluded.latest_rank, latest_id = excluded.latest_id
)
select seq from head
