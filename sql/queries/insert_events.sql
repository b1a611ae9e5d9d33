-- Appends taps to the log.
-- $1 ids uuid[], $2 seqs bigint[], $3 people bigint[], $4 kinds text[], $5 at timestamptz[], $6 at as sent text[],
-- $7 offices bigint[], $8 received at timestamptz[], $9 quarantine text[], $10 clients text[]
insert into event (id, seq, type, person_id, kind, at, at_sent, office_id, received_at, quarantine, client)
select id, seq, 'tap', person_id, kind, at, at_sent, office_id, received_at, quarantine, client
  from unnest($1::uuid[], $2::bigint[], $3::bigint[], $4::text[], $5::timestamptz[], $6::text[], $7::bigint[],
              $8::timestamptz[], $9::text[], $10::text[])
       as tap (id, seq, person_id, kind, at, at_sent, office_id, received_at, quarantine, client)
