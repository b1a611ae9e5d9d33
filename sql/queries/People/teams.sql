-- Teams, by office name and team name, with the user names of their current members and managers: one name a line,
-- sorted; null if there are none.      :team  null: all.
select team.id, team.name, team.office_id, office.name as office_name,
       (select string_agg(user_name, e'\n' order by user_name) from person where team_id = team.id and left_at is null)
         as members,
       (select string_agg(user_name, e'\n' order by user_name)
          from team_manager join person on person.id = team_manager.person_id
         where team_manager.team_id = team.id and left_at is null) as managers
  from team join office on office.id = team.office_id
 where :team::bigint is null or team.id = :team
 order by office.name, team.name
