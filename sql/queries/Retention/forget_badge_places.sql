-- Removes the reader from badges enrolled before an instant, and deletes enrolments before it. Left out: people with a
-- legal hold.
-- :office  null: all      :person  null: all      :before  the first instant that is kept
with whose as (
    select id from person
     where (:office::bigint is null or office_id = :office::bigint) and (:person::bigint is null or id = :person::bigint)
       and not exists (select from legal_hold where legal_hold.person_id = person.id and released_at is null)
),
placeless as (
    update badge set reader_id = null
     where person_id in (select id from whose) and enrolled_at < :before::timestamptz and reader_id is not null
)
delete from badge_enrolment
 where person_id in (select id from whose) and coalesce(closed_at, expires_at) < :before::timestamptz
