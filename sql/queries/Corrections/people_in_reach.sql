-- Those whom somebody looks after, with their team, and whether they left.
-- $1 viewer, $2 whether those of their teams, $3 those of an office, $4 whether all, $5 part of a name, $6 how many
select person.id, person.user_name, person.display_name, person.role, person.office_id, team.name as team,
       person.left_at is not null as has_left
  from person left join team on team.id = person.team_id
 where is_in_reach(person.id, person.office_id, $1::bigint, $2::bool, $3::bigint, $4::bool)
   and ($5::text is null or strpos(lower(person.display_name), lower($5::text)) > 0
        or strpos(lower(person.user_name), lower($5::text)) > 0)
 order by person.left_at is not null, team.name nulls last, person.display_name, person.id limit $6::bigint
