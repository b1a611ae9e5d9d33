-- Records that a current employee leaves. Ends the person's badges, keys, passwords, sessions, sign-in links and badge
-- enrolments.
-- No row: the person is unknown or has left.
-- :left_at  :person
with gone as (
    update person set left_at = :left_at::timestamptz, last_day = null where id = :person::bigint and left_at is null returning id
),
badges as (
    update badge set removed_at = greatest(:left_at::timestamptz, enrolled_at)
     where person_id in (select id from gone) and removed_at is null
),
keys as (
    update person_key set revoked_at = :left_at::timestamptz where person_id in (select id from gone) and revoked_at is null
),
sessions as (
    update sign_in_session set ended_at = :left_at::timestamptz where person_id in (select id from gone) and ended_at is null
),
links as (
    update sign_in_link set used_at = :left_at::timestamptz where person_id in (select id from gone) and used_at is null
),
passwords as (
    delete from local_password where person_id in (select id from gone)
),
waiting as (
    update badge_enrolment set closed_at = :left_at::timestamptz
     where person_id in (select id from gone) and closed_at is null
)
select id from gone
