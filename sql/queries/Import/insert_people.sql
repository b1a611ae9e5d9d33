-- New people, each with an empty presence and the entries of who added them.
-- Arrays, one element a person: $1 user names, $2 display names, $3 roles, $4 offices, $5 teams or null
-- $6 now, $7 author; null: a command
with new_person as (
    insert into person (user_name, display_name, role, office_id, team_id)
    select * from unnest($1::text[], $2::text[], $3::text[], $4::bigint[], $5::bigint[])
    returning id, role, team_id
),
noted as (
    insert into admin_log (at, author_id, person_id, field, new)
    select $6::timestamptz, $7::bigint, new_person.id, entry.field, entry.new
      from new_person left join team on team.id = new_person.team_id,
           lateral (values ('added', new_person.role), ('team', team.name)) as entry (field, new)
     where entry.new is not null
)
insert into presence (person_id) select id from new_person
