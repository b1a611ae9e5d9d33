-- The accounts of people, by id, with office, team and leaving time.
-- :people
select person.id, person.user_name, person.display_name, person.role, person.office_id, hr_offices(person),
       office.name as office_name,
       team.id as team_id, team.name as team_name, person.left_at, person.personnel_number,
       person.email, person.reading, person.first_day - date '1970-01-01' as first_day,
       person.last_day - date '1970-01-01' as last_day
  from person join office on office.id = person.office_id left join team on team.id = person.team_id
 where person.id = any(:people::bigint[]) order by person.id
