-- New people, each with an empty presence.
-- Arrays, one element a person: $1 user names, $2 display names, $3 roles, $4 offices, $5 teams or null
with new_person as (
    insert into person (user_name, display_name, role, office_id, team_id)
    select * from unnest($1::text[], $2::text[], $3::text[], $4::bigint[], $5::bigint[]) returning id
)
insert into presence (person_id) select id from new_person
