-- Deletes old messages and questions, and the browsers and e-mail addresses of people who left. Legal holds are respected.
-- :before  the first instant that is kept
with gone as (
    select id from person where left_at is not null and not is_held(id)
),
devices as (
    delete from push_subscription where person_id in (select id from gone)
),
preferences as (
    delete from person_reminders where person_id in (select id from gone)
),
addresses as (
    update person set email = null, email_since = null where email is not null and id in (select id from gone)
),
questions as (
    delete from day_question where asked_at < :before::timestamptz and not is_held(person_id)
)
delete from reminder where created_at < :before::timestamptz and not is_held(person_id)
