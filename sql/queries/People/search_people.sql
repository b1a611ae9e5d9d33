-- Everybody who works here or did, by name.
-- $1 part of a name or null, $2 office or null, $3 team or null, $4 role or null, $5 whether those who left, null for all,
-- $6 how many, $7 after how many
select person.id, person.user_name, person.display_name, person.role, person.office_id, office.name, team.id, team.name,
       person.left_at
  from person join office on office.id = person.office_id left join team on team.id = person.team_id
 where ($1::text is null or strpos(lower(person.display_name), lower($1::text)) > 0
        or strpos(lower(person.user_name), lower($1::text)) > 0)
   and ($2::bigint is null or person.office_id = $2::bigint)
   and ($3::bigint is null or person.team_id = $3::bigint)
   and ($4::text is null or person.role = $4::text)
   and ($5::bool is null or (person.left_at is not null) = $5::bool)
 order by person.display_name, person.id limit $6::bigint offset $7::bigint
