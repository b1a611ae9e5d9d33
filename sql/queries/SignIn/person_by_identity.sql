-- The person with this identity at a provider, with team and leaving time. Includes people who have left.
-- No row: the identity is unknown.
-- :issuer  :subject
select person.id, person.user_name, person.display_name, person.role, person.office_id, hr_offices(person),
       team.name as team, person.left_at
  from identity join person on person.id = identity.person_id left join team on team.id = person.team_id
 where identity.issuer = :issuer::text and identity.subject = :subject::text
