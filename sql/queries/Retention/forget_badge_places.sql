-- Forgets at which readers badges were enrolled, and who was waited for there. Nobody's of whom all is held.
-- $1 office or null, $2 person or null, $3 the first instant that is kept
with whose as (
    select id from person
     where ($1::bigint is null or office_id = $1::bigint) and ($2::bigint is null or id = $2::bigint)
       and not exists (select from legal_hold where legal_hold.person_id = person.id and released_at is null)
),
placeless as (
    update badge set reader_id = null
     where person_id in (select id from whose) and enrolled_at < $3::timestamptz and reader_id is not null
)
delete from badge_enrolment
 where person_id in (select id from whose) and coalesce(closed_at, expires_at) < $3::timestamptz
