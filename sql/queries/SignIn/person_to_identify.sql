-- Who has a user name, as in person_by_identity; and whether they are somebody of this provider already.
-- $1 user name, $2 issuer
select person.id, person.user_name, person.display_name, person.role, person.office_id, team.name, person.left_at,
       exists (select from identity where identity.person_id = person.id and identity.issuer = $2::text)
  from person left join team on team.id = person.team_id where lower(person.user_name) = lower($1::text)
