-- Who somebody of a provider is here, also one who left; with their team, and when they left.
-- $1 issuer, $2 subject
select person.id, person.user_name, person.display_name, person.role, person.office_id, team.name, person.left_at
  from identity join person on person.id = identity.person_id left join team on team.id = person.team_id
 where identity.issuer = $1::text and identity.subject = $2::text
