-- Assigns an unknown badge to the person of the open enrolment at this reader. The enrolment must have started before the
-- tap. Returns the enrolment and the person's display name.
-- No row: no enrolment is open, or another transaction has just assigned the badge.
-- :reader  :tapped_at  :now  :badge_hash  :kind  of the badge      :tap
with waiting as (
    select id, person_id from badge_enrolment
     where reader_id = :reader::bigint and closed_at is null and asked_at < :tapped_at::timestamptz
       and expires_at > :now::timestamptz
       for update
),
made as (
    insert into badge (hash, kind, person_id, reader_id, tap_id, enrolled_at)
    select :badge_hash::bytea, :kind::text, person_id, :reader::bigint, :tap::uuid, :tapped_at::timestamptz from waiting
        on conflict do nothing
    returning id, person_id
),
closed as (
    update badge_enrolment set closed_at = :now::timestamptz, badge_id = made.id
      from made where badge_enrolment.id = (select id from waiting)
    returning badge_enrolment.id
)
select closed.id, person.display_name from made join person on person.id = made.person_id, closed
