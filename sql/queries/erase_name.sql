-- Puts a pseudonym in the place of the names of somebody who left: the one row that says who a number of the log is. Their
-- badges, earlier names, who they are at identity providers and where they were signed in are forgotten. Nobody's of whom all is
-- held.
-- $1 person, $2 now
with renamed as (
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
)
select user_name, forget_badges(id), forget_earlier_names(id), forget_identities(id) from renamed
