-- Notes that somebody who works here leaves: nobody has their badges from then on, their keys and passwords are taken back, they
-- are signed out everywhere, their sign-in links are good no longer, and no badge is waited for that would become theirs.
-- $1 person, $2 at
with gone as (
    update person set left_at = $2::timestamptz where id = $1::bigint and left_at is null returning id
),
badges as (
    update badge set removed_at = greatest($2::timestamptz, enrolled_at)
     where person_id in (select id from gone) and removed_at is null
),
keys as (
    update person_key set revoked_at = $2::timestamptz where person_id in (select id from gone) and revoked_at is null
),
sessions as (
    update sign_in_session set ended_at = $2::timestamptz where person_id in (select id from gone) and ended_at is null
),
links as (
    update sign_in_link set used_at = $2::timestamptz where person_id in (select id from gone) and used_at is null
),
passwords as (
    delete from local_password where person_id in (select id from gone)
),
waiting as (
    update badge_enrolment set closed_at = $2::timestamptz where person_id in (select id from gone) and closed_at is null
)
select id from gone
