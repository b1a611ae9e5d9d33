-- Waits for the next unknown badge at a reader; no row where somebody waits there already.
-- $1 person, $2 reader, $3 now, $4 until
insert into badge_enrolment (person_id, reader_id, asked_at, expires_at)
values ($1::bigint, $2::bigint, $3::timestamptz, $4::timestamptz)
    on conflict do nothing
returning id
