-- Somebody's account: who works here or did, and how many keys are good.
-- $1 user name
select person.id, person.user_name, person.display_name, person.role, person.office_id, office.name, team.id, team.name,
       person.left_at,
       (select count(*) from person_key where person_id = person.id and revoked_at is null)
  from person join office on office.id = person.office_id left join team on team.id = person.team_id
 where lower(person.user_name) = lower($1::text)
