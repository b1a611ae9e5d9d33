-- Somebody new, with an empty presence.
-- $1 user name, $2 display name, $3 role, $4 office
with new_person as (
    insert into person (user_name, display_name, role, office_id)
    values ($1::text, $2::text, $3::text, $4::bigint) returning id
)
insert into presence (person_id) select id from new_person returning person_id
