-- All teams, with the user names of their people who work here and of their managers, a line each.
select team.id, team.name, team.office_id, office.name,
       (select string_agg(user_name, e'\n' order by user_name) from person where team_id = team.id and left_at is null),
       (select string_agg(user_name, e'\n' order by user_name)
          from team_manager join person on person.id = team_manager.person_id
         where team_manager.team_id = team.id and left_at is null)
  from team join office on office.id = team.office_id order by office.name, team.name
