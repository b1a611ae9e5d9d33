-- Puts a pseudonym in the place of the names of somebody who left: the one row that says who a number of the log is. Their
-- badges, earlier names, who they are at identity providers and where they were signed in are forgotten. Nobody's of whom all is
-- held. Of their names at providers the hashes stay, so that they do not come back by them.
-- $1 person, $2 now, $3 hashes of their names at providers, bytea[]
with earlier as (
    select id, user_name from person where id = $1::bigint
),
renamed as (
    update person set user_name = 'former-' || id, display_name = 'Former employee ' || id
     where id = $1::bigint and left_at <= $2::timestamptz
       and not exists (select from legal_hold where legal_hold.person_id = person.id and released_at is null)
    returning id, user_name
),
sessions as (
    delete from sign_in_session where person_id in (select id from renamed)
),
links as (
    delete from sign_in_link where person_id in (select id from renamed)
),
freed as (
    insert into freed_user_name (digest, freed_at)
    select user_name_digest(earlier.user_name), $2::timestamptz from earlier join renamed on renamed.id = earlier.id
     where earlier.user_name <> renamed.user_name
),
unnamed as (
    update freed_user_name set person_id = null where person_id in (select id from renamed)
),
gone as (
    insert into left_identity (hash) select hash from unnest($3::bytea[]) as hash, renamed on conflict do nothing
)
select user_name, forget_badges(id), forget_earlier_names(id), forget_identities(id) from renamed
