-- Gives an unknown badge to whoever is waited for at this reader since before it was tapped. No row where nobody is, or where
-- the badge has just become somebody's.
-- $1 reader, $2 tapped at, $3 now, $4 hash, $5 kind, $6 tap
with waiting as (
    select id, person_id from badge_enrolment
     where reader_id = $1::bigint and closed_at is null and asked_at < $2::timestamptz and expires_at > $3::timestamptz
       for update
),
made as (
    insert into badge (hash, kind, person_id, reader_id, tap_id, enrolled_at)
    select $4::bytea, $5::text, person_id, $1::bigint, $6::uuid, $2::timestamptz from waiting
        on conflict do nothing
    returning id, person_id
),
closed as (
    update badge_enrolment set closed_at = $3::timestamptz, badge_id = made.id
      from made where badge_enrolment.id = (select id from waiting)
    returning badge_enrolment.id
)
select closed.id, person.display_name from made join person on person.id = made.person_id, closed
