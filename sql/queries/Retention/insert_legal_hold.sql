-- Keeps everything of a person, whatever the retention says.
-- $1 person, $2 reason, $3 author, $4 now
insert into legal_hold (person_id, reason, author_id, held_at) values ($1::bigint, $2::text, $3::bigint, $4::timestamptz)
