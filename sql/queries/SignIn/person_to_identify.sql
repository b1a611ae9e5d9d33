-- The person with this user name, with team and leaving time, and whether the person has an identity at this provider.
-- Includes people who have left.
-- No row: the user name is unknown.
-- :user_name  in any spelling (user_name_key); of two people with one name, the one who has it so      :issuer
select person.id, person.user_name, person.display_name, person.role, person.office_id, hr_offices(person),
       team.name as team, person.left_at,
       exists (select from identity where identity.person_id = person.id and identity.issuer = :issuer::text) as has_identity
  from person left join team on team.id = person.team_id where user_name_key(person.user_name) = user_name_key(:user_name::text)
 order by person.user_name = :user_name::text desc, person.id limit 1
