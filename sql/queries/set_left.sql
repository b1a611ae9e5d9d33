-- Notes that somebody who works here leaves: nobody has their badges from then on, their keys are taken back, and no badge is
-- waited for that would become theirs.
-- $1 user name, $2 at
with gone as (
    update person set left_at = $2::timestamptz where user_name = $1::text and left_at is null returning id
),
badges as (
    update badge set removed_at = greatest($2::timestamptz, enrolled_at)
     where person_id in (select id from gone) and removed_at is null
),
keys as (
    update person_key set revoked_at = $2::timestamptz where person_id in (select id from gone) and revoked_at is null
),
waiting as (
    update badge_enrolment set closed_at = $2::timestamptz where person_id in (select id from gone) and closed_at is null
)
select id from gone
