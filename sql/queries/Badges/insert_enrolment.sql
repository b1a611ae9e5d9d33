-- Starts an enrolment: the next unknown badge at the reader is assigned to the person.
-- No row: another enrolment is open at this reader.
-- :person  :reader  :now  :expires_at
insert into badge_enrolment (person_id, reader_id, asked_at, expires_at)
values (:person::bigint, :reader::bigint, :now::timestamptz, :expires_at::timestamptz)
    on conflict do nothing
returning id
