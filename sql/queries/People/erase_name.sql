-- Replaces the names of a former employee by a pseudonym; the log contains only their id. Deletes the person's personnel
-- number, e-mail address, reading, badges, earlier user names, identities, sessions, reminders, questions, offices of HR and the
-- time of seen decisions. The hashes of the identities stay, so that the person cannot sign in by them again.
-- No row: the person has not left, or a legal hold protects the person's records.
-- :person  :now  :identity_hashes  hashes of the person's identities at providers
with earlier as (
    select id, user_name from person where id = :person::bigint
),
renamed as (
    update person set user_name = 'former-' || id, display_name = 'Former employee ' || id,
                      personnel_number = null, email = null, email_since = null, reading = null, first_day = null
     where id = :person::bigint and left_at <= :now::timestamptz
       and not exists (select from legal_hold where legal_hold.person_id = person.id and released_at is null)
    returning id, user_name
),
sessions as (
    delete from sign_in_session where person_id in (select id from renamed)
),
links as (
    delete from sign_in_link where person_id in (select id from renamed)
),
seen as (
    delete from seen_decisions where person_id in (select id from renamed)
),
devices as (
    delete from push_subscription where person_id in (select id from renamed)
),
preferences as (
    delete from person_reminders where person_id in (select id from renamed)
),
messages as (
    delete from reminder where person_id in (select id from renamed)
),
offices as (
    delete from hr_office where person_id in (select id from renamed)
),
questions as (
    delete from day_question where person_id in (select id from renamed)
),
freed as (
    insert into freed_user_name (digest, freed_at)
    select user_name_digest(earlier.user_name), :now::timestamptz from earlier join renamed on renamed.id = earlier.id
     where earlier.user_name <> renamed.user_name
),
unnamed as (
    update freed_user_name set person_id = null where person_id in (select id from renamed)
),
gone as (
    insert into left_identity (hash)
    select hash from unnest(:identity_hashes::bytea[]) as hash, renamed on conflict do nothing
)
select user_name, forget_badges(id), forget_earlier_names(id), forget_identities(id) from renamed
