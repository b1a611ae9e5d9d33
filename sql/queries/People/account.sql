-- The account of a current or former employee, with office, team, leaving time and the number of valid API keys.
-- No row: the user name is unknown.
-- :user_name  in any spelling (user_name_key); of two people with one name, the one who has it so
select person.id, person.user_name, person.display_name, person.role, person.office_id, hr_offices(person),
       office.name as office_name,
       team.id as team_id, team.name as team_name, person.left_at, person.personnel_number,
       person.email, person.reading, person.first_day - date '1970-01-01' as first_day,
       person.last_day - date '1970-01-01' as last_day,
       (select count(*) from person_key where person_id = person.id and revoked_at is null
           and (expires_at is null or expires_at > now())) as keys
  from person join office on office.id = person.office_id left join team on team.id = person.team_id
 where user_name_key(person.user_name) = user_name_key(:user_name::text)
 order by person.user_name = :user_name::text desc, person.id limit 1
