-- Keeps what somebody asks for; what is asked for under a known id is not kept again.
-- $1 id, $2 who asks, $3 for whom, $4 type, $5 target, $6 kind, $7 at, $8 at as written, $9 desk, $10 whether it says
-- something of the desk, $11 name of the office, $12 reason, $13 asked at
insert into correction_request (id, asker_id, person_id, type, target_id, kind, at, at_sent, desk, sets_desk, office_id,
                                reason, asked_at, log_seq)
select $1::uuid, $2::bigint, $3::bigint, $4::text, $5::uuid, $6::text, $7::timestamptz, $8::text, $9::text, $10::bool,
       (select id from office where name = $11::text), $12::text, $13::timestamptz, (select seq from log_head)
on conflict (id) do nothing returning id
